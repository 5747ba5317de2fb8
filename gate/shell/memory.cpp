#include "gate/shell/memory.h"

#include <algorithm>
#include <utility>

#include "gate/shell/line_judge.h"

namespace interlock::gate::shell {
namespace {

constexpr std::size_t max_kept = 1024;  ///< of a value or a function; of longer ones nothing is kept

/// What was set before counts beside what was set now: the line need not have been read by a shell.
void merge_environment(Environment& into, Environment&& now) {
  for (auto& [name, values] : now.variables) {
    auto& kept = into.variables[name];
    for (Value& value : values) {
      if (value.text.size() > max_kept) value.text = unknown_text;
      value.sources.clear();  // they are places in the line
      Environment::add(kept, std::move(value));
    }
  }
  while (into.variables.size() > Environment::max_names) into.variables.erase(into.variables.begin());
  now.variables = std::move(into.variables);
  std::erase_if(now.functions, [](const auto& function) { return function.second.size() > max_kept; });
  std::erase_if(now.aliases, [](const auto& alias) { return alias.second.size() > max_kept; });
  if (now.positional) {
    for (Value& value : *now.positional) value.sources.clear();
  }
  now.open_pipe = {};
  into = std::move(now);
}

}  // namespace

Before Memory::before(std::uint64_t field) const {
  const auto here =
      std::find_if(terminals.begin(), terminals.end(), [&](const Terminal& t) { return t.field == field; });
  return {here == terminals.end() ? nullptr : &here->environment, files.empty() ? nullptr : &files};
}

void Memory::remember(std::uint64_t field, std::string_view lines) {
  auto here = std::find_if(terminals.begin(), terminals.end(), [&](const Terminal& t) { return t.field == field; });
  Environment environment = here == terminals.end() ? Environment() : here->environment;
  LineJudge judge(files);
  judge.read(lines, environment, {}, false, 0);
  const bool open = judge.problem() == Problem::unfinished;
  if (open && !left_open(std::string(lines)).empty()) return;
  const WrittenFiles earlier = std::exchange(files, judge.written());
  for (const std::string& name : judge.unseen_files()) files.agree(name, earlier);
  for (const std::string& tree : judge.trees()) files.agree(tree);
  if (open) files.doubt();
  merge_environment(environment, Environment(judge.left()));
  if (here != terminals.end()) {
    here->environment = std::move(environment);
  } else {
    if (terminals.size() >= max_terminals) terminals.pop_front();
    terminals.push_back({field, std::move(environment)});
  }
}

}  // namespace interlock::gate::shell
