#include "gate/shell/manuals.h"

#include <algorithm>

#include "gate/shell/manual_table.h"
#include "gate/shell/rows.h"
#include "gate/shell/value.h"

namespace interlock::gate::shell {
namespace {

const ManualLine* line_of(std::string_view program) {
  const auto lines = manual_lines();
  const auto found =
      std::lower_bound(lines.begin(), lines.end(), program,
                       [](const ManualLine& line, std::string_view name) { return line.program < name; });
  return found == lines.end() || found->program != program ? nullptr : &*found;
}

bool is_option_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// "-d" is also in "-vd"; three letters at most, since "-dump" may be an option of its own or hold a value.
bool gives_option(const Call& call, const ManualLine& line, std::string_view option) {
  constexpr std::size_t longest = 4;
  const bool letter = option.size() == 2 && !line.long_with_one_dash;
  return std::any_of(call.options.begin(), call.options.end(), [&](std::string_view given) {
    const std::string_view bare = given.substr(0, given.find('='));
    if (bare == option) return true;
    if (!letter || given.size() > longest || given.starts_with("--")) return false;
    return std::all_of(given.begin() + 1, given.end(), is_option_letter) && given.find(option[1], 1) != given.npos;
  });
}

/// The subcommand: the first operand; what follows an option may be its value.
bool gives_subcommand(const Call& call, std::string_view name) {
  for (const Operand& operand : call.operands) {
    if (operand.text() == name) return true;
    if (!operand.after_option) return false;
  }
  return false;
}

/// `what`: ".", "-x", "--long", "subcommand", "subcommand/-x" or "subcommand/word".
bool gives(const Call& call, const ManualLine& line, std::string_view what) {
  if (what == ".") return !call.operands.empty() || call.scene.command.reads != 0;
  if (what.starts_with('-')) return gives_option(call, line, what);
  const std::size_t slash = what.find('/');
  if (!gives_subcommand(call, what.substr(0, slash))) return false;
  if (slash == what.npos) return true;
  const std::string_view rest = what.substr(slash + 1);
  if (rest.starts_with('-')) return gives_option(call, line, rest);
  return call.operands.size() > 1 && call.operands[1].text() == rest;
}

Danger danger_of_kind(char kind, std::string_view what) {
  const auto danger = [&](std::string_view code, std::string_view deed) {
    std::string text(deed);
    if (what != ".") text += " by " + std::string(what.substr(0, 40));
    return Danger{Decision::require_confirmation, code, text + ", as its manual says"};
  };
  switch (kind) {
    case 'o':
      return danger("disk_destruction", "overwrites or formats a medium");
    case 'r':
      return danger("data_destruction", "resets what it keeps");
    case 'k':
      return danger("system_change", "ends something that runs");
    case 's':
      return danger("cloud_destruction", "sends something to others");
    case 'a':
      return danger("permission_change", "changes accounts or rights");
    case 'p':
      return danger("system_change", "switches a protection off");
    default:
      return danger("data_destruction", "deletes something");
  }
}

}  // namespace

Manual by_manual(const Call& call) {
  Manual manual;
  const ManualLine* line = line_of(call.program);
  if (line == nullptr || is_dry_run(call)) return manual;
  std::optional<Danger> alone;  // what the program does without an option
  bool lists = false;
  for (std::string_view kinds = line->kinds; kinds.size() > 2;) {
    const std::size_t end = std::min(kinds.find(' '), kinds.size());
    const char kind = kinds[0];
    for (std::string_view all = kinds.substr(2, end - 2); !all.empty();) {
      const std::size_t comma = std::min(all.find(','), all.size());
      const std::string_view what = all.substr(0, comma);
      all.remove_prefix(std::min(comma + 1, all.size()));
      if (!gives(call, *line, what)) continue;
      if (kind == 'n') {
        manual.only_shows = true;
      } else if (kind == 'l') {
        lists = true;
      } else if (what == ".") {
        alone = danger_of_kind(kind, what);
      } else if (!manual.danger) {
        manual.danger = danger_of_kind(kind, what);
      }
    }
    kinds.remove_prefix(std::min(end + 1, kinds.size()));
  }
  if (!manual.danger && !lists) manual.danger = std::move(alone);
  if (manual.only_shows) manual.danger.reset();
  return manual;
}

}  // namespace interlock::gate::shell
