// Tasks of a project and scripts that say by their name that they reach outside: make deploy, npm run publish:docs,
// ./destroy.sh. What they do was not seen.
#include <algorithm>
#include <array>

#include "gate/shell/judges.h"
#include "gate/shell/line_judge.h"
#include "gate/shell/output.h"
#include "gate/shell/rows.h"
#include "gate/shell/verb_words.h"
#include "values/text.h"

namespace interlock::gate::shell {
namespace {

constexpr std::string_view other_purposes =
    "test tests check build lint dry plan preview diff validate verify no skip help local";

/// "deploy", "deploy:staging", "docs-deploy"; not "test-deploy", "deploy_test.py", "predeploy".
bool reaches_outside(std::string_view name) {
  for (const std::string_view ending : {".sh", ".bash", ".py", ".rb", ".js", ".ts", ".pl"}) {
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  constexpr std::string_view verbs = "deploy undeploy publish unpublish destroy nuke wipe rollback";
  const std::vector<std::string> parts = parts_of_name(name);
  if (parts.empty()) return false;
  const bool other =
      std::any_of(parts.begin(), parts.end(), [&](const auto& part) { return is_listed(other_purposes, part); });
  return !other && (is_listed(verbs, parts.front()) || is_listed(verbs, parts.back()));
}

/// "php maintenance/deleteUsers.php", "python3 purge_old.py": as ./purge_old.py is by its name. Scripts that work on
/// tables "drop" rows and columns.
bool is_destroying_script(std::string_view name) {
  constexpr auto endings = std::to_array<std::string_view>({".php", ".py", ".pl", ".rb", ".js", ".sh", ".bash"});
  const auto ending = std::find_if(endings.begin(), endings.end(), [&](auto each) { return name.ends_with(each); });
  if (ending == endings.end() || name.starts_with("drop")) return false;
  const std::string_view stem = name.substr(0, name.size() - ending->size());
  const std::vector<std::string> parts = parts_of_name(stem);
  return std::none_of(parts.begin(), parts.end(), [](const auto& part) { return is_listed(other_purposes, part); }) &&
         deed_of_program(std::string(stem) + ".sh") == Deed::destroys;
}

/// The names of the tasks that the program is asked to run.
std::vector<std::string_view> tasks_of(const Call& call) {
  const bool runner =
      call.is("make gmake bmake ninja just task rake invoke inv fab mage poe nox fastlane gradle gradlew");
  const bool scripts = call.is("npm yarn pnpm bun composer");
  std::vector<std::string_view> tasks;
  if (runner) {
    for (const Operand& operand : call.operands) {
      if (!operand.after_option && operand.text().find('=') == std::string::npos) tasks.push_back(operand.text());
    }
  } else if (scripts && !call.operands.empty()) {
    // yarn deploy, npm run deploy -- OPTIONS
    const bool run = is_listed("run run-script", call.operands[0].text());
    if (run && call.operands.size() > 1) tasks.push_back(call.operands[1].text());
    if (!run && call.is("yarn pnpm bun")) tasks.push_back(call.operands[0].text());
  } else if (call.is(shells) || call.is(python_interpreters) || call.is("php perl ruby node")) {
    const bool file = !call.operands.empty() && !call.operands[0].after_option && !call.has("-c -m -n -e -r", false);
    if (file) tasks.push_back(base_name(call.operands[0].text()));
  } else if (call.words[0].text.find('/') != std::string::npos) {
    tasks.push_back(call.program);
  }
  return tasks;
}

}  // namespace

std::optional<Danger> by_task_name(const Call& call) {
  if (call.scene.remote || is_dry_run(call) || (call.is("make gmake bmake ninja just") && call.has("-n --recon")))
    return std::nullopt;
  for (const std::string_view task : tasks_of(call)) {
    if (!is_known(task)) continue;
    const bool script = call.is(shells) || call.is(python_interpreters) || call.is("php perl ruby node");
    if (!reaches_outside(task) && !(script && is_destroying_script(task))) continue;
    return Danger{Decision::require_confirmation, "cloud_destruction",
                  "runs " + in_quotes(task, 40) + ", which by its name deploys, publishes or deletes something"};
  }
  return std::nullopt;
}

}  // namespace interlock::gate::shell
