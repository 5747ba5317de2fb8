#include "gate/shell/makefile.h"

#include <algorithm>
#include <optional>

#include "gate/shell/value.h"

namespace interlock::gate::shell {
namespace {

constexpr auto nowhere = std::string_view::npos;
constexpr std::string_view make_blanks = " \t";

bool is_make_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::string_view without_make_blanks(std::string_view text) {
  const auto begin = text.find_first_not_of(make_blanks);
  return begin == nowhere ? std::string_view() : text.substr(begin, text.find_last_not_of(make_blanks) - begin + 1);
}

/// $(NAME) and ${NAME} are variables, $(shell CMD) is the output of the command, $$ is one $; $@ and similar are names
/// of files.
std::string make_expanded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$' || i + 1 >= text.size()) {
      out += text[i];
      continue;
    }
    const char next = text[++i];
    if (next == '(' || next == '{') {
      const std::size_t close = text.find(next == '(' ? ')' : '}', i);
      const std::string_view inside = text.substr(i + 1, close == nowhere ? nowhere : close - i - 1);
      if (is_make_name(inside)) {
        out.append("${").append(inside) += '}';
        i = close == nowhere ? text.size() : close;
      } else {
        constexpr std::string_view command = "shell ";
        out += next == '(' ? "$(" : "${";
        if (inside.starts_with(command)) i += command.size();
      }
    } else if (std::string_view("@<^?*%+|").find(next) != nowhere) {
      out += "./file";
    } else {
      out += '$';
      if (next != '$') out += next;
    }
  }
  return out;
}

/// NAME = value, in any of make's forms, as a shell assignment.
std::optional<std::string> make_assignment(std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == nowhere || line.starts_with('\t')) return std::nullopt;
  std::string_view name = line.substr(0, equals);
  const bool runs = name.ends_with('!');
  while (!name.empty() && std::string_view(":?+!").find(name.back()) != nowhere) name.remove_suffix(1);
  name = without_make_blanks(name);
  if (!is_make_name(name)) return std::nullopt;
  std::string value = make_expanded(without_make_blanks(line.substr(equals + 1)));
  if (runs) return std::string(name) + "=\"$(" + value + ")\"";
  for (std::size_t at = 0; (at = value.find('"', at)) != std::string::npos; at += 2) value.insert(at, 1, '\\');
  return std::string(name) + "=\"" + value + '"';
}

/// Where a rule's own recipe begins, after "target: prerequisites ;"; nothing if the line is not a rule.
std::string recipe_of(std::string_view line) {
  if (line.starts_with('\t')) {
    line.remove_prefix(1);
  } else if (line.find(':') != nowhere) {
    const std::size_t semicolon = line.find(';', line.find(':'));
    line = semicolon == nowhere ? std::string_view() : line.substr(semicolon + 1);
  }
  // An included file is read as a script as well.
  if (line.starts_with("include ") || line.starts_with("-include "))
    return ". " + std::string(line.substr(line.find(' ') + 1));
  const std::size_t begin = line.find_first_not_of("@-+ \t");
  return begin == nowhere ? std::string() : std::string(line.substr(begin));
}

}  // namespace

std::string makefile_as_script(std::string_view makefile) {
  std::string script = "MAKE=make CC=cc CXX=c++ AR=ar LD=ld AS=as INSTALL=install PYTHON=python3 RM='rm -f'\n";
  bool goes_on = false;  // a line that ends in a backslash continues in the next
  while (!makefile.empty()) {
    const std::size_t end = std::min(makefile.find('\n'), makefile.size());
    const std::string_view line = makefile.substr(0, end);
    makefile.remove_prefix(std::min(end + 1, makefile.size()));
    if (line.starts_with(".RECIPEPREFIX")) return std::string(unknown_text);  // recipes can look like anything
    if (const auto set = goes_on ? std::nullopt : make_assignment(line)) {
      script += *set;
    } else {
      script += make_expanded(goes_on ? std::string(line) : recipe_of(line));
    }
    script += '\n';
    goes_on = line.ends_with('\\');
  }
  return script;
}

}  // namespace interlock::gate::shell
