// sort x > x, grep -v a x | tee x: the shell, or tee, empties the file before the program of the same pipe has read it.
#include <algorithm>
#include <set>
#include <string_view>
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

/// The names of files that commands read, collected once: a line may have thousands of words and redirections.
struct Reads {
  std::set<std::string_view> names;
  bool others = false;  ///< more commands than were looked at

  bool has(std::string_view path) const { return others || names.contains(path); }
};

void add_reads(const Command& command, Reads& reads) {
  if (command.words.empty() || is_listed(names_only, base_name(command.words[0].text))) return;
  for (auto word = command.words.begin() + 1; word != command.words.end(); ++word) reads.names.insert(word->text);
  for (const Redirect& redirect : command.redirects) {
    if (redirect.kind == Redirect::Kind::read) reads.names.insert(redirect.target.text);
  }
}

/// What the commands read whose output reaches `command` through pipes. Each is looked at once, and at most 64 of them,
/// to bound the time; a longer pipe counts as one that reads every file.
Reads reads_of_pipe(const Script& script, const Command& command) {
  constexpr std::size_t most = 64;
  Reads reads;
  std::vector<std::size_t> reached;
  const auto reach = [&](Range input) {
    for (std::size_t i = input.begin; i < std::min(input.end, script.commands.size()) && reached.size() < most; ++i) {
      if (std::find(reached.begin(), reached.end(), i) == reached.end()) reached.push_back(i);
    }
  };
  reach(command.input);
  for (std::size_t next = 0; next < reached.size(); ++next) {
    add_reads(script.commands[reached[next]], reads);
    reach(script.commands[reached[next]].input);
  }
  reads.others = reached.size() >= most;
  return reads;
}

bool is_kept(std::string_view path, const Command& command) {
  if (path.empty() || !is_known(path) || path.starts_with("/dev/")) return false;
  const Place place = place_of(path, command.cwd);
  return place != Place::temporary && place != Place::regenerable;
}

}  // namespace

void judge_overwritten_input(const Script& script, const Command& command, Dangers& dangers) {
  const bool tees = !command.words.empty() && base_name(command.words[0].text) == "tee" && !command.input.empty();
  if (command.redirects.empty() && !tees) return;
  const auto lose = [&](std::string_view path) {
    dangers.push_back(
        {Decision::require_confirmation, "file_destruction", "empties " + in_quotes(path, 80) + " before it is read"});
  };
  const Reads piped = reads_of_pipe(script, command);
  Reads own;
  add_reads(command, own);
  for (const Redirect& redirect : command.redirects) {
    const std::string& path = redirect.target.text;
    if (redirect.kind != Redirect::Kind::write || !(own.has(path) || piped.has(path))) continue;
    if (is_kept(path, command)) return lose(path);
  }
  if (!tees) return;
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    const std::string& path = command.words[i].text;
    if (path == "-a" || path == "--append") return;
    if (piped.has(path) && is_kept(path, command)) return lose(path);
  }
}

}  // namespace interlock::gate::shell
