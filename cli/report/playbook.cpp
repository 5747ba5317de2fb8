#include "cli/report/playbook.h"

#include <fstream>
#include <iostream>
#include <memory>

#include "audit/files.h"
#include "cli/audit/audit_file.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"
#include "cli/report/recorded_flow.h"
#include "ipc/encode.h"
#include "policy/playbooks.h"

namespace interlock::cli {

namespace {

struct PlaybookArguments {
  std::string session;
  std::string dir;
};

constexpr std::string_view head =
    R"(# Made from an audited session. Read it: whoever follows it is not asked about these steps. Take out what should always
# be asked about, and what is only there by chance. A flow is followed from its first step on, without anything between
# but waiting, moving and scrolling. Then hold it in the policy, by the sha256sum of this file:
#     playbooks:
#       - {file: FILE, sha256: HASH}
)";

/// JSON is also YAML, so the policy can refer to this output as well.
ipc::json::object to_json(const RecordedFlow& flow) {
  ipc::json::array steps;
  for (const auto& step : flow.steps()) {
    ipc::json::object said;
    for (const auto& [key, value] : policy::said_by(step)) said[key] = valid_utf8(value);
    steps.push_back(std::move(said));
  }
  return {{"playbook", valid_utf8(flow.agent())}, {"steps", std::move(steps)}};
}

void from_session(const PlaybookArguments& arguments, Options& options) {
  const auto dir = arguments.dir.empty() ? audit::folder_of(find_audit_log(options)) : arguments.dir;
  RecordedFlow flow(arguments.session);
  for (const auto& path : audit::log_files(dir)) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return fail(options, unreadable_log(path, "--dir"));
    for (std::string line; std::getline(file, line);) flow.line(line);
    if (file.bad()) return fail(options, unreadable_log(path, "--dir"));
  }
  if (flow.steps().empty()) {
    return fail(options, Error{"session '" + arguments.session + "' did nothing that could be a step", dir,
                               "'interlockctl audit' shows the sessions"});
  }
  if (options.json) {
    for (const auto& action : flow.left_out())
      warn(options, {"left out, it will be judged as usual: " + action, {}, {}});
    std::cout << ipc::json::serialize(to_json(flow)) << '\n';
    return;
  }
  std::cout << head;
  for (const auto& action : flow.left_out()) std::cout << "# Left out, it will be judged as usual: " << action << '\n';
  std::cout << policy::playbook_text({.name = flow.agent(), .steps = flow.steps()});
}

}  // namespace

void add_playbook(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("playbook", "flows that a person approves beforehand");
  command->require_subcommand(1);
  auto arguments = std::make_shared<PlaybookArguments>();
  auto* from = command->add_subcommand("from-session", "what a session did, as a playbook to review");
  from->add_option("SESSION", arguments->session, "its id, as 'interlockctl audit' shows it")->required();
  from->add_option("--dir", arguments->dir, "a folder other than that of the daemon's audit log")->type_name("DIR");
  from->callback([&options, arguments] { from_session(*arguments, options); });
}

}  // namespace interlock::cli
