// sort x > x, grep -v a x | tee x: the shell, or tee, empties the file before the program of the same pipe has read it.
#include <algorithm>
#include <vector>

#include "gate/shell/judges.h"
#include "gate/shell/output.h"
#include "gate/shell/paths.h"
#include "values/text.h"

namespace interlock::gate::shell {
namespace {

/// They read no file that they are given the name of.
constexpr std::string_view names_only =
    "echo printf : true false test [ [[ ls stat file which type basename dirname realpath readlink touch mkdir rm cd "
    "export set read seq date sleep kill";

bool reads_file(const Command& command, std::string_view path) {
  if (command.words.empty() || is_listed(names_only, base_name(command.words[0].text))) return false;
  return std::any_of(command.words.begin() + 1, command.words.end(),
                     [&](const Word& word) { return word.text == path; }) ||
         std::any_of(command.redirects.begin(), command.redirects.end(), [&](const Redirect& redirect) {
           return redirect.kind == Redirect::Kind::read && redirect.target.text == path;
         });
}

/// What comes to `command` by pipes reads the file. Each command is looked at once, and only so many of them: nobody
/// writes longer pipes.
bool pipe_reads(const Script& script, const Command& command, std::string_view path) {
  constexpr std::size_t most = 64;
  std::vector<std::size_t> reached;
  const auto reach = [&](Range input) {
    for (std::size_t i = input.begin; i < std::min(input.end, script.commands.size()) && reached.size() < most; ++i) {
      if (std::find(reached.begin(), reached.end(), i) == reached.end()) reached.push_back(i);
    }
  };
  reach(command.input);
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const Command& before = script.commands[reached[next]];
    if (reads_file(before, path)) return true;
    reach(before.input);
  }
  return false;
}

bool is_kept(std::string_view path, const Command& command) {
  if (path.empty() || !is_known(path) || path.starts_with("/dev/")) return false;
  const Place place = place_of(path, command.cwd);
  return place != Place::temporary && place != Place::regenerable;
}

}  // namespace

void judge_overwritten_input(const Script& script, const Command& command, Dangers& dangers) {
  const auto lose = [&](std::string_view path) {
    dangers.push_back(
        {Decision::require_confirmation, "file_destruction", "empties " + in_quotes(path, 80) + " before it is read"});
  };
  for (const Redirect& redirect : command.redirects) {
    const std::string& path = redirect.target.text;
    if (redirect.kind != Redirect::Kind::write || !is_kept(path, command)) continue;
    if (reads_file(command, path) || pipe_reads(script, command, path)) return lose(path);
  }
  if (command.words.empty() || base_name(command.words[0].text) != "tee" || command.input.empty()) return;
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    const std::string& path = command.words[i].text;
    if (path == "-a" || path == "--append") return;
    if (is_kept(path, command) && pipe_reads(script, command, path)) return lose(path);
  }
}

}  // namespace interlock::gate::shell
