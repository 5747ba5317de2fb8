// What simple commands do to the shell that runs them, so that later words of the line mean what they will mean.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "gate/shell/output.h"
#include "gate/shell/reading.h"
#include "gate/shell/word_reader.h"

namespace interlock::gate::shell {
namespace {

using Words = std::vector<Word>;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// export, declare, local, readonly: NAME=VALUE words.
void declare(Reading& reading, const Words& words) {
  bool reference = false;
  bool number = false;
  char letters = '\0';  // -l, -u: what is assigned becomes lower or upper case
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& text = words[i].text;
    if (text.starts_with('-')) {
      reference = reference || text.find('n') != std::string::npos;
      number = number || text.find('i') != std::string::npos;
      if (text == "-l" || text == "-u") letters = text[1];
      continue;
    }
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) continue;
    const std::string name = text.substr(0, equals);
    if (reference && words[0].text != "export") {
      if (reading.environment.references.size() < Environment::max_names) {
        reading.environment.references[name] = text.substr(equals + 1);
      }
    } else {
      std::string value = text.substr(equals + 1);
      for (char& c : value) {
        if (letters == 'l' && c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
        if (letters == 'u' && c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
      }
      if (number && value.find_first_not_of("0123456789") != std::string::npos) value = unknown_text;
      // In a function, what local and declare set is gone when it returns: the value before may be meant.
      const bool may_be = reading.conditional > 0 || !is_one_of(words[0].text, {"export", "readonly"});
      reading.environment.set(name, {std::move(value), words[i].sources}, may_be);
    }
  }
}

void alias(Reading& reading, const Words& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t equals = words[i].text.find('=');
    if (equals == std::string::npos || reading.environment.aliases.size() >= Environment::max_names) continue;
    reading.environment.aliases[words[i].text.substr(0, equals)] = words[i].text.substr(equals + 1);
  }
}

/// The words of read and mapfile (bash(1)): options, their values, names.
struct ReadWords {
  bool lines = false;                  ///< mapfile: each line is a member
  bool array = false;                  ///< the words or lines become members of an array
  bool descriptor = false;             ///< -u: not from the standard input
  std::string end = "\n";              ///< the character that ends what is read; "" stands for none that texts have
  std::optional<std::size_t> longest;  ///< -n, -N: at most so many characters
  bool unknown = false;                ///< a number that is not known
  std::vector<std::string> names;
};

ReadWords read_words(const Words& words) {
  ReadWords found;
  found.lines = words[0].text != "read";
  found.array = found.lines;
  const std::string_view with_value = found.lines ? "dnOsuCc" : "adinNptu";
  std::size_t at = 1;
  for (; at < words.size() && words[at].text.size() > 1 && words[at].text[0] == '-' && words[at].text != "--"; ++at) {
    const std::string_view letters = std::string_view(words[at].text).substr(1);
    const std::size_t letter = letters.find_first_of(with_value);
    if (letter == std::string_view::npos) continue;
    const bool attached = letter + 1 < letters.size();
    std::string value(attached ? letters.substr(letter + 1) : std::string_view());
    if (!attached && at + 1 < words.size()) value = words[++at].text;
    switch (letters[letter]) {
      case 'a':
        found.array = true;
        found.names.push_back(value);
        break;
      case 'd':
        found.end = value.substr(0, 1);
        break;
      case 'u':
        found.descriptor = true;
        break;
      case 'n':
      case 'N':
        if (found.lines) break;
        found.unknown = value.empty() || value.size() > 6 || value.find_first_not_of("0123456789") != std::string::npos;
        if (!found.unknown) found.longest = std::stoul(value);
        break;
      default:
        break;
    }
  }
  if (at < words.size() && words[at].text == "--") ++at;
  for (; at < words.size(); ++at) found.names.push_back(words[at].text);
  if (found.names.empty()) found.names.emplace_back(found.lines ? "MAPFILE" : "REPLY");
  return found;
}

/// $IFS for one command: as it is set before it, or before.
std::string separators_of(const Reading& reading, const Command& command) {
  for (const auto& [name, value] : command.assignments) {
    if (name == "IFS") return value.text;
  }
  const auto* found = reading.environment.find("IFS");
  return found != nullptr ? found->back().text : " \t\n";
}

std::string trimmed(std::string_view text, std::string_view ifs) {
  const auto is_edge = [&](char c) {
    return (c == ' ' || c == '\t' || c == '\n') && ifs.find(c) != std::string_view::npos;
  };
  while (!text.empty() && is_edge(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_edge(text.back())) text.remove_suffix(1);
  return std::string(text);
}

/// Takes the first field from the line, with the separator behind it.
std::string first_field(std::string& line, std::string_view ifs) {
  line = trimmed(line, ifs);
  const std::size_t end = std::min(line.find_first_of(ifs), line.size());
  std::string field = line.substr(0, end);
  const bool blank = end < line.size() && (line[end] == ' ' || line[end] == '\t');
  line = trimmed(std::string_view(line).substr(std::min(end + 1, line.size())), ifs);
  // Blanks before another separator belong to it.
  if (blank && !line.empty() && ifs.find(line[0]) != std::string_view::npos) line.erase(0, 1);
  return field;
}

/// read -a, mapfile: the members of an array.
void read_members(Reading& reading, const ReadWords& words, std::string_view text) {
  const std::string& name = words.names.front();
  Value all;
  for (std::size_t n = 0; !text.empty() && n < 16; ++n) {
    const std::size_t end = std::min(text.find(words.lines ? '\n' : ' '), text.size());
    const std::string member(text.substr(0, end));
    reading.environment.set(n == 0 ? name : name + "[" + std::to_string(n) + "]", {member, {}}, false);
    if (n > 0) all.text += field_end;
    all.text += member;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  reading.environment.set(name + "[@]", std::move(all), false);
}

/// read NAME...: from a here-string or pipe that is known, or from what exec opened.
void read_names(Reading& reading, const Command& command) {
  const ReadWords words = read_words(command.words);
  std::string text = words.descriptor ? reading.environment.open_text : standard_input(reading.script, command);
  if (!words.lines) {
    if (!words.end.empty()) text = text.substr(0, text.find(words.end[0]));
    if (words.longest) text = text.substr(0, *words.longest);
    if (words.unknown) text = unknown_text;
  }
  if (words.array) return read_members(reading, words, text);
  const std::string ifs = separators_of(reading, command);
  const bool from_descriptor = std::any_of(command.redirects.begin(), command.redirects.end(),
                                           [](const Redirect& r) { return r.kind == Redirect::Kind::duplicate; });
  const bool given = !command.redirects.empty() || !command.input.empty();
  for (std::size_t i = 0; i < words.names.size(); ++i) {
    std::string value = i + 1 == words.names.size() ? trimmed(text, ifs) : first_field(text, ifs);
    const bool known = (given && !from_descriptor) || (words.descriptor && !value.empty());
    if (!known) value = unknown_text;
    reading.environment.set(words.names[i], {std::move(value), {}}, reading.conditional > 0);
  }
}

void change_directory(Reading& reading, const Words& words) {
  const auto target =
      std::find_if(words.begin() + 1, words.end(), [](const Word& w) { return !w.text.starts_with('-'); });
  std::string& cwd = reading.environment.cwd;
  if (reading.level > 0) return;
  if (target == words.end()) {
    cwd = words.size() > 1 ? "" : "~";
  } else if (target->text.starts_with('/') || target->text.starts_with('~')) {
    cwd = target->text;
  } else if (target->text != "-") {
    cwd = (cwd.empty() ? "." : cwd) + "/" + target->text;
    if (cwd.size() > 4096) cwd.clear();
  }
}

/// Runs text in this very shell: eval, trap, a function's body.
void run(Reading& reading, const std::string& text) {
  if (reading.depth > Script::max_depth - 4) return reading.fail(Problem::too_much);
  read_statements(reading, text, 0);
}

void call(Reading& reading, const std::string& body, const Words& words) {
  std::vector<Value> given(words.begin() + 1, words.end());
  auto outer = std::exchange(reading.environment.positional, std::move(given));
  // A function that calls itself would be read for ever.
  const auto functions = reading.environment.functions;
  reading.environment.functions.erase(words[0].text);
  run(reading, body);
  reading.environment.functions = functions;
  reading.environment.positional = std::move(outer);
}

void effects(Reading& reading, Command command) {
  Words& words = command.words;
  while (words.size() > 1 && is_one_of(words[0].text, {"builtin", "command"}) && !words[1].text.starts_with('-')) {
    words.erase(words.begin());
  }
  if (words.empty()) return;
  Environment& environment = reading.environment;
  const std::string name = words[0].text;
  if (const auto function = environment.functions.find(name); function != environment.functions.end()) {
    return call(reading, std::string(function->second), words);
  }
  if (is_one_of(name, {"export", "declare", "typeset", "local", "readonly"})) return declare(reading, words);
  if (name == "alias") return alias(reading, words);
  if (name == "hash" && words.size() == 4 && words[1].text == "-p") {
    environment.aliases[words[3].text] = words[2].text;
  } else if (is_one_of(name, {"read", "mapfile", "readarray"})) {
    read_names(reading, command);
  } else if (name == "printf" && words.size() > 3 && words[1].text == "-v") {
    Command print = command;
    print.words.erase(print.words.begin() + 1, print.words.begin() + 3);
    Script script;
    script.commands.push_back(std::move(print));
    script.commands[0].input = {};
    script.commands[0].writes = 0;
    environment.set(words[2].text, {printed(script, {0, 1}), {}}, reading.conditional > 0);
  } else if (name == "unset") {
    for (std::size_t i = 1; i < words.size(); ++i) environment.unset(words[i].text);
  } else if (name == "cd" || name == "pushd") {
    change_directory(reading, words);
  } else if (name == "set" && words.size() > 1 && words[1].text == "--") {
    environment.positional = std::vector<Value>(words.begin() + 2, words.end());
    if (reading.conditional > 0) environment.positional.reset();
  } else if (name == "shift" && environment.positional && !environment.positional->empty()) {
    environment.positional->erase(environment.positional->begin());
    if (reading.conditional > 0) environment.positional.reset();
  } else if (name == "eval") {
    std::string text;
    for (std::size_t i = 1; i < words.size(); ++i) text += words[i].text + ' ';
    if (is_known(text) || text.find_first_not_of("\x01 ") != std::string::npos) run(reading, text);
  } else if (name == "trap" && words.size() > 2) {
    const std::size_t first = words[1].text == "--" ? 2 : 1;
    if (!words[first].text.starts_with('-')) run(reading, words[first].text);
  } else if (name == "exec" && words.size() == 1) {
    for (const Redirect& redirect : command.redirects) {
      if (!redirect.target.feeds.empty()) environment.open_pipe = redirect.target.feeds[0];
      if (redirect.kind == Redirect::Kind::text) environment.open_text = redirect.target.text;
      if (redirect.kind == Redirect::Kind::read && !redirect.target.sources.empty()) {
        environment.open_text = printed(reading.script, redirect.target.sources[0]);
      }
    }
  }
}

/// The commands of a >(...) read what this one writes.
void feed(Script& script, Range readers, std::size_t writer) {
  for (std::size_t i = readers.begin; i < readers.end && i < script.commands.size(); ++i) {
    Command& reader = script.commands[i];
    if (reader.input.empty() || reader.reads == 0) {
      reader.input = {writer, writer + 1};
      reader.reads =
          script.commands[writer].writes != 0 ? script.commands[writer].writes : static_cast<int>(writer) + 1;
      script.commands[writer].writes = reader.reads;
    }
  }
}

}  // namespace

void emit(Reading& reading, Command command) {
  Script& script = reading.script;
  if (script.commands.size() >= Script::max_commands) return reading.fail(Problem::too_much);
  command.cwd = reading.environment.cwd;
  command.subshells = reading.subshells;
  const Command copy = command;
  script.commands.push_back(std::move(command));
  const std::size_t index = script.commands.size() - 1;
  for (const Word& word : copy.words) {
    for (const Range& readers : word.feeds) feed(script, readers, index);
  }
  for (const Redirect& redirect : copy.redirects) {
    for (const Range& readers : redirect.target.feeds) feed(script, readers, index);
    if (redirect.kind == Redirect::Kind::duplicate && !reading.environment.open_pipe.empty() &&
        !is_one_of(redirect.target.text, {"1", "2", "-"})) {
      feed(script, reading.environment.open_pipe, index);
    }
  }
  effects(reading, copy);
}

}  // namespace interlock::gate::shell
