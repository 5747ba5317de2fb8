// sort x > x, grep -v a x | tee x: the shell, or tee, empties the file before the program of the same pipe has read it.
#include <algorithm>

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

/// `command`, or what comes to it by pipes, reads the file.
bool pipe_reads(const Script& script, const Command& command, std::string_view path, int depth) {
  constexpr int longest_pipe = 16;
  if (depth > longest_pipe) return false;
  if (reads_file(command, path)) return true;
  for (std::size_t i = command.input.begin; i < std::min(command.input.end, script.commands.size()); ++i) {
    if (pipe_reads(script, script.commands[i], path, depth + 1)) return true;
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
    if (redirect.kind == Redirect::Kind::write && is_kept(path, command) && pipe_reads(script, command, path, 0))
      return lose(path);
  }
  if (command.words.empty() || base_name(command.words[0].text) != "tee" || command.input.empty()) return;
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    const std::string& path = command.words[i].text;
    if (path == "-a" || path == "--append") return;
    if (!is_kept(path, command)) continue;
    for (std::size_t k = command.input.begin; k < std::min(command.input.end, script.commands.size()); ++k) {
      if (pipe_reads(script, script.commands[k], path, 0)) return lose(path);
    }
  }
}

}  // namespace interlock::gate::shell
