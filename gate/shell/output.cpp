#include "gate/shell/output.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "gate/shell/call.h"
#include "gate/shell/rows.h"
#include "gate/shell/word_reader.h"

namespace interlock::gate::shell {
namespace {

constexpr std::size_t max_output = 16 * 1024;
constexpr int max_filters = 64;
using Words = std::span<const Word>;

std::string print(const Script& script, const Command& command, int& budget);

std::string joined(Words words) {
  std::string text;
  for (const Word& word : words) {
    if (!text.empty()) text += ' ';
    text += word.text;
  }
  return text;
}

std::string echo(Words words) {
  bool newline = true;
  bool escapes = false;
  while (!words.empty() && words[0].text.size() > 1 && words[0].text[0] == '-' &&
         words[0].text.find_first_not_of("neE", 1) == std::string::npos) {
    newline = newline && words[0].text.find('n') == std::string::npos;
    escapes = escapes || words[0].text.find('e') != std::string::npos;
    words = words.subspan(1);
  }
  std::string text = joined(words);
  if (escapes) text = unescape(text);
  return newline ? text + '\n' : text;
}

/// One argument of printf; `size` is the text between % and the conversion: "", "-8", ".2".
std::string formatted(char kind, std::string_view size, const std::string& argument) {
  if (kind == 'b') return size.empty() ? unescape(argument) : std::string(unknown_text);
  if (kind == 'c') return size.empty() ? argument.substr(0, 1) : std::string(unknown_text);
  const bool number = !argument.empty() && argument.find_first_not_of("0123456789") == std::string::npos &&
                      (argument.size() == 1 || argument[0] != '0');
  if (kind == 'd' || kind == 'i') return size.empty() && number ? argument : std::string(unknown_text);
  if (kind != 's') return std::string(unknown_text);
  if (size.empty() || !is_known(argument)) return argument;
  const bool digits =
      size[0] == '.' && size.size() < 6 && size.find_first_not_of("0123456789", 1) == std::string_view::npos;
  if (!digits) return std::string(unknown_text);
  std::size_t most = 0;
  for (const char c : size.substr(1)) most = most * 10 + static_cast<std::size_t>(c - '0');
  return argument.substr(0, most);
}

std::string print_format(Words words) {
  if (!words.empty() && words[0].text == "--") words = words.subspan(1);
  if (words.size() >= 2 && words[0].text == "-v") return {};
  if (words.empty()) return {};
  const std::string format = unescape(words[0].text);
  Words arguments = words.subspan(1);
  std::string out;
  std::size_t left = 0;
  do {  // repeated for the remaining arguments, unless the format takes none
    left = arguments.size();
    for (std::size_t i = 0; i < format.size(); ++i) {
      if (format[i] != '%' || i + 1 >= format.size()) {
        out += format[i];
        continue;
      }
      const std::size_t kind = format.find_first_not_of("-+ #0123456789.", i + 1);
      if (kind == std::string::npos) return out;
      const std::string_view size = std::string_view(format).substr(i + 1, kind - i - 1);
      i = kind;
      if (format[kind] == '%') {
        out += '%';
      } else if (!arguments.empty()) {
        out += formatted(format[kind], size, arguments[0].text);
        arguments = arguments.subspan(1);
      }
      if (out.size() > max_output) return out;
    }
  } while (!arguments.empty() && arguments.size() < left);
  return out;
}

std::string base64(std::string_view text) {
  std::string out;
  unsigned bits = 0;
  int have = 0;
  bool padded = false;
  for (const char c : text) {
    int digit = -1;
    if (c >= 'A' && c <= 'Z') digit = c - 'A';
    if (c >= 'a' && c <= 'z') digit = c - 'a' + 26;
    if (c >= '0' && c <= '9') digit = c - '0' + 52;
    if (c == '+' || c == '-') digit = 62;
    if (c == '/' || c == '_') digit = 63;
    // Decoders differ in how they treat other characters, and text after the padding.
    const bool blank = c == '\n' || c == ' ';
    if ((digit < 0 && !blank && c != '=') || (digit >= 0 && padded)) return std::string(unknown_text);
    padded = padded || c == '=';
    if (digit < 0) continue;
    bits = (bits << 6) | static_cast<unsigned>(digit);
    if ((have += 6) >= 8) out += static_cast<char>((bits >> (have -= 8)) & 0xFF);
  }
  return out;
}

std::string from_hex(std::string_view text) {
  std::string escaped;
  std::string digits;
  for (const char c : text) {
    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) digits += c;
    if (c == unknown_char) return std::string(unknown_text);
    if (digits.size() == 2) escaped += "\\x" + std::exchange(digits, {});
  }
  return unescape(escaped);
}

std::string reversed(std::string text) {
  const bool newline = !text.empty() && text.back() == '\n';
  std::reverse(text.begin(), text.end() - (newline ? 1 : 0));
  return text;
}

/// a-z in a set of tr.
std::string characters(std::string_view set) {
  std::string all;
  const std::string plain = unescape(set);
  for (std::size_t i = 0; i < plain.size() && all.size() < 512; ++i) {
    if (i + 2 < plain.size() && plain[i + 1] == '-') {
      for (int c = static_cast<unsigned char>(plain[i]); c <= static_cast<unsigned char>(plain[i + 2]); ++c)
        all += static_cast<char>(c);
      i += 2;
    } else {
      all += plain[i];
    }
  }
  return all;
}

std::string translate(Words words, std::string text) {
  if (words.size() == 2 && words[0].text == "-d") {
    const std::string gone = characters(words[1].text);
    std::erase_if(text, [&](char c) { return gone.find(c) != std::string::npos; });
    return text;
  }
  if (words.size() != 2 || words[0].text.starts_with('-') || words[0].text.starts_with('[')) {
    return std::string(unknown_text);
  }
  const std::string from = characters(words[0].text);
  const std::string to = characters(words[1].text);
  if (to.empty()) return text;
  for (char& c : text) {
    if (const std::size_t at = from.find(c); at != std::string::npos) c = to[std::min(at, to.size() - 1)];
  }
  return text;
}

bool decodes(Words words) {
  return std::any_of(words.begin(), words.end(), [](const Word& w) {
    return w.text == "--decode" ||
           (w.text.starts_with('-') && !w.text.starts_with("--") && w.text.find_first_of("dD") != std::string::npos);
  });
}

std::string input(const Script& script, const Command& command, int& budget) {
  for (auto at = command.redirects.rbegin(); at != command.redirects.rend(); ++at) {
    if (at->kind == Redirect::Kind::text) return at->target.text;
    if (at->kind == Redirect::Kind::read) return std::string(unknown_text);
  }
  if (command.input.empty()) return {};
  if (command.reads == 0) return std::string(unknown_text);
  std::string all;
  for (std::size_t i = command.input.begin; i < command.input.end && i < script.commands.size(); ++i) {
    const Command& source = script.commands[i];
    if (source.writes == command.reads) all += print(script, source, budget);
    if (all.size() > max_output) break;
  }
  return all;
}

std::string print(const Script& script, const Command& command, int& budget) {
  if (--budget < 0) return std::string(unknown_text);
  Words words = command.words;
  // These run or name the program after them.
  constexpr std::array<std::string_view, 4> prefixes = {"command", "builtin", "busybox", "exec"};
  while (words.size() > 1 && std::find(prefixes.begin(), prefixes.end(), base_name(words[0].text)) != prefixes.end() &&
         !words[1].text.starts_with('-')) {
    words = words.subspan(1);
  }
  // $(<FILE) prints the file.
  const bool shows_file = std::any_of(command.redirects.begin(), command.redirects.end(),
                                      [](const Redirect& r) { return r.kind == Redirect::Kind::read; });
  if (words.empty()) return shows_file ? std::string(unknown_text) : std::string();
  const std::string_view name = base_name(words[0].text);
  const Words rest = words.subspan(1);
  if (name == "echo") return echo(rest);
  if (name == "printf") return print_format(rest);
  constexpr std::array<std::string_view, 9> silent = {"true", ":", "cd", "export", "set", "sleep", "test", "[", "wait"};
  if (std::find(silent.begin(), silent.end(), name) != silent.end()) return {};
  if ((name == "cat" || name == "tee") && rest.empty()) return input(script, command, budget);
  if ((name == "base64" || name == "base32") && decodes(rest)) {
    return name == "base64" ? base64(input(script, command, budget)) : std::string(unknown_text);
  }
  if (name == "xxd" && !rest.empty() && rest[0].text.starts_with("-r")) return from_hex(input(script, command, budget));
  if (name == "rev" && rest.empty()) return reversed(input(script, command, budget));
  if (name == "tr") return translate(rest, input(script, command, budget));
  // A shell given a program of the system as a script, as in text between Markdown's fences, prints nothing.
  if (is_listed("sh bash zsh dash", name) && !rest.empty() && is_familiar(rest[0].text)) return {};
  // pyenv which python, xcrun -f clang: the path of what they are asked for.
  constexpr std::array<std::string_view, 7> finders = {"pyenv", "rbenv", "nodenv", "asdf", "mise", "rustup", "nvm"};
  if (rest.size() == 2 && rest[0].text == "which" && std::find(finders.begin(), finders.end(), name) != finders.end()) {
    return rest[1].text + '\n';
  }
  if ((name == "which" || (name == "command" && !rest.empty() && rest[0].text == "-v")) && !rest.empty()) {
    return rest.back().text + '\n';
  }
  return std::string(unknown_text);
}

}  // namespace

std::string_view base_name(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return path.substr(path.rfind('/') + 1);
}

std::string printed(const Script& script, Range commands) {
  int level = 1 << 20;
  for (std::size_t i = commands.begin; i < commands.end; ++i) level = std::min(level, script.commands[i].level);
  std::string all;
  int budget = max_filters;
  for (std::size_t i = commands.begin; i < commands.end && all.size() < max_output; ++i) {
    const Command& command = script.commands[i];
    if (command.level == level && command.writes == 0) all += print(script, command, budget);
  }
  if (commands.empty()) return {};
  return all;
}

std::string output_of(const Script& script, const Command& command) {
  int budget = max_filters;
  return print(script, command, budget);
}

std::string standard_input(const Script& script, const Command& command) {
  int budget = max_filters;
  return input(script, command, budget);
}

}  // namespace interlock::gate::shell
