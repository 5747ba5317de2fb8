#include "gate/shell/memory.h"

#include <algorithm>
#include <utility>

#include "gate/shell/line_judge.h"

namespace interlock::gate::shell {
namespace {

constexpr std::size_t max_kept = 1024;  ///< of a value or a function; of longer ones nothing is kept

/// What was set before counts beside what was set now: the line need not have been read by a shell.
void merge_environment(Environment& into, Environment&& now) {
  now.forget_sources();
  for (auto& [name, values] : now.variables) {
    auto& kept = into.variables[name];
    for (Value& value : values) {
      if (value.text.size() > max_kept) value.text = unknown_text;
      Environment::add(kept, std::move(value));
    }
  }
  while (into.variables.size() > Environment::max_names) into.variables.erase(into.variables.begin());
  now.variables = std::move(into.variables);
  std::erase_if(now.functions, [](const auto& function) { return function.second.size() > max_kept; });
  std::erase_if(now.aliases, [](const auto& alias) { return alias.second.size() > max_kept; });
  into = std::move(now);
}

/// Takes the lines in as what the program reads that runs in the terminal.
void follow(Prompt& prompt, std::string_view lines, Prompt started) {
  if (!started.empty()) {
    prompt = std::move(started);
    return;
  }
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (!prompt.empty() && leaves(prompt, line)) {
      prompt = {};
      continue;
    }
    if (prompt.screen != Screen::lines) continue;
    const std::string given = as_given(prompt, line);
    const bool harmless = given.empty() || judge(given).decision == Decision::allow;
    prompt.said = harmless ? still_said(prompt, line) : std::string();
  }
}

}  // namespace

const Prompt* Memory::prompt(std::uint64_t field) const {
  const auto here =
      std::find_if(terminals.begin(), terminals.end(), [&](const Terminal& t) { return t.field == field; });
  const bool none = here == terminals.end() || (here->prompt.empty() && here->prompt.said.empty());
  return none ? nullptr : &here->prompt;
}

Memory::Terminal& Memory::terminal(std::uint64_t field) {
  const auto here =
      std::find_if(terminals.begin(), terminals.end(), [&](const Terminal& t) { return t.field == field; });
  if (here != terminals.end()) return *here;
  if (terminals.size() >= max_terminals) terminals.pop_front();
  terminals.push_back({field, {}, {}});
  return terminals.back();
}

void Memory::leave(std::uint64_t field) {
  if (prompt(field) != nullptr) terminal(field).prompt = {};
}

Before Memory::before(std::uint64_t field) const {
  const auto here =
      std::find_if(terminals.begin(), terminals.end(), [&](const Terminal& t) { return t.field == field; });
  return {here == terminals.end() ? nullptr : &here->environment, files.empty() ? nullptr : &files, prompt(field)};
}

void Memory::remember(std::uint64_t field, std::string_view lines) {
  Terminal& here = terminal(field);
  LineJudge judge(files);
  judge.read(lines, here.environment, {}, false, 0);
  const WrittenFiles earlier = std::exchange(files, judge.written());
  for (const std::string& name : judge.unseen_files()) files.agree(name, earlier);
  for (const std::string& tree : judge.trees()) files.agree(tree);
  for (const std::string& remote : judge.pushed()) files.agree_remote(remote);
  if (judge.problem() == Problem::unfinished) files.doubt();
  follow(here.prompt, lines, left_running(judge.script()));
  merge_environment(here.environment, Environment(judge.left()));
}

}  // namespace interlock::gate::shell
