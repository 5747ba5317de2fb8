#include "gate/shell/screen_keys.h"

#include <algorithm>
#include <array>
#include <string>

#include "gate/shell/call.h"

namespace interlock::gate::shell {
namespace {

struct KeyRow {
  std::string_view programs;
  std::string_view texts;  ///< of one or more characters; those that begin with ":" only at the beginning of the text
  std::string_view keys;
  std::string_view what;
};

constexpr auto key_rows = std::to_array<KeyRow>({
    {"mc", "", "F8 shift+F8", "deletes files"},
    {"mc", "", "F9", "opens the menus, which delete files, too"},
    {"ranger", "dD dT :delete :trash", "F8 Delete", "deletes files"},
    {"lf", ":delete", "", "deletes files"},
    {"nnn", "x X", "ctrl+x", "deletes files"},
    {"vifm", "d D :d", "", "deletes files"},
    {"ncdu", "d", "", "deletes files"},
    {"htop", "k", "F9", "ends a process"},
    {"top atop glances", "k", "", "ends a process"},
    {"btop", "k t s", "", "ends a process"},
    {"lazygit", "d D g", "", "discards changes, branches or commits"},
    {"tig", "!", "", "discards changes"},
    {"lazydocker", "d s b", "", "stops or removes containers"},
    {"mutt neomutt", "$", "$ dollar", "deletes the letters that are marked"},
    {"k9s", "", "ctrl+d ctrl+k", "deletes what is selected in the cluster"},
});

bool is_search(std::string_view text) {
  return text.starts_with('/') || text.starts_with('?') || text.starts_with('\\');
}

/// Whether `text` ends within `all` behind its first `before` bytes.
bool is_typed(std::string_view all, std::size_t before, std::string_view text) {
  if (text.starts_with(':')) return all.starts_with(text) && before < text.size();
  if (all.starts_with(':')) return false;
  const auto from = before - std::min(before, text.size() - 1);
  return all.find(text, from) != all.npos;
}

}  // namespace

std::optional<std::string_view> done_by_text(std::string_view program, std::string_view before,
                                             std::string_view typed) {
  const std::string all = std::string(before) + std::string(typed);
  if (typed.empty() || is_search(all)) return std::nullopt;
  for (const KeyRow& row : key_rows) {
    if (!is_listed(row.programs, program)) continue;
    for (std::string_view rest = row.texts; !rest.empty();) {
      const auto end = std::min(rest.find(' '), rest.size());
      if (is_typed(all, before.size(), rest.substr(0, end))) return row.what;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return std::nullopt;
}

std::optional<std::string_view> done_by_key(std::string_view program, const KeyChord& chord, bool behind_escape) {
  std::string key = to_string(chord);
  if (behind_escape && key.size() == 1 && key[0] >= '0' && key[0] <= '9') key = key == "0" ? "F10" : "F" + key;
  for (const KeyRow& row : key_rows) {
    if (is_listed(row.programs, program) && is_listed(row.keys, key)) return row.what;
  }
  return std::nullopt;
}

}  // namespace interlock::gate::shell
