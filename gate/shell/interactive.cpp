#include "gate/shell/interactive.h"

namespace interlock::gate::shell {
namespace {

constexpr std::string_view blanks = " \t";

std::string_view without_blanks(std::string_view text) {
  const auto begin = text.find_first_not_of(blanks);
  return begin == text.npos ? std::string_view() : text.substr(begin);
}

/// The part after an ex command's range and name: "%!sort", "r !ls", "w !sh", "'<,'>!sh", "terminal sh".
std::optional<std::string_view> ex_escape(std::string_view text) {
  const auto mark = text.find('!');
  if (mark == text.npos) return std::nullopt;
  const std::string_view before = text.substr(0, mark);
  constexpr std::string_view range_and_name = "%.,$'<>0123456789+- \trwe";
  if (before.find_first_not_of(range_and_name) != before.npos) return std::nullopt;
  return text.substr(mark + 1);
}

/// The "!" at `at` is in a place where bash(1) does no expansion.
bool is_plain_mark(std::string_view line, std::size_t at, bool in_double_quotes) {
  const char next = at + 1 < line.size() ? line[at + 1] : ' ';
  if (next == ' ' || next == '\t' || next == '\n' || next == '=' || next == '(' || next == '\\') return true;
  if (in_double_quotes && next == '"') return true;
  if (at == 0) return false;
  const char before = line[at - 1];
  return before == '$' || before == '{' || before == '[' || before == '#';
}

}  // namespace

std::optional<std::string_view> shell_escape(std::string_view line) {
  line = without_blanks(line);
  if (line.starts_with("\\!")) return line.substr(2);
  if (line.starts_with('!')) return line.substr(line.starts_with("!!") ? 2 : 1);
  if (line.starts_with('|') && !line.starts_with("||")) return line.substr(1);
  while (line.starts_with(':')) line = without_blanks(line.substr(1));
  if (line.empty()) return std::nullopt;
  return ex_escape(line);
}

bool expands_history(std::string_view line) {
  line = without_blanks(line);
  if (line.starts_with('^') && line.find('^', 1) != line.npos) return true;
  bool in_double_quotes = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '\\') {
      ++at;
    } else if (c == '"') {
      in_double_quotes = !in_double_quotes;
    } else if (c == '\'' && !in_double_quotes) {
      at = line.find('\'', at + 1);
      if (at == line.npos) return false;
    } else if (c == '!' && !is_plain_mark(line, at, in_double_quotes)) {
      return true;
    }
  }
  return false;
}

}  // namespace interlock::gate::shell
