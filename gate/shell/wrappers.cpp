#include "gate/shell/wrappers.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "gate/shell/judges.h"
#include "gate/shell/output.h"
#include "gate/shell/table_wrappers.h"

namespace interlock::gate::shell {
namespace {

bool is_assignment(std::string_view text) {
  const std::size_t equals = text.find('=');
  return equals != std::string_view::npos && equals > 0 && text.find_first_of("/- ") > equals;
}

Word joined(std::span<const Word> words) {
  Word all;
  for (const Word& word : words) {
    if (!all.text.empty()) all.text += ' ';
    all.text += word.text;
    all.add_sources(word.sources);
  }
  return all;
}

bool takes_value(const Wrapper& wrapper, std::string_view option) {
  if (option.starts_with("--")) return is_listed(wrapper.longs, option);
  const std::size_t letter = option.find_first_of(wrapper.letters, 1);
  return letter != std::string_view::npos && letter + 1 == option.size();
}

Inner inner_of(std::span<const Word> words, const Wrapper& wrapper) {
  Inner inner;
  inner.remote = wrapper.remote;
  if (wrapper.script) {
    inner.script = joined(words);
  } else {
    inner.words.assign(words.begin(), words.end());
  }
  return inner;
}

/// Whether a program may begin here that only a guess finds: what is not known is asked about where it stands for
/// certain.
bool may_begin(const Word& word) {
  return is_known(word.text) && word.text.find("{}") == std::string::npos;
}

/// Where the program that `wrapper` runs begins among `words`; a second place where an unknown option may have had a
/// value before it.
void find_inner(std::span<const Word> words, const Wrapper& wrapper, std::vector<Inner>& found) {
  std::size_t own = wrapper.operands;
  bool after_option = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view text = words[i].text;
    if (text == "--") {
      after_option = false;
      if (own == 0) {
        if (i + 1 < words.size()) found.push_back(inner_of(words.subspan(i + 1), wrapper));
        return;
      }
      continue;
    }
    if (text.size() > 1 && text[0] == '-') {
      const bool pair = is_listed(wrapper.pairs, text);
      const bool value = pair || takes_value(wrapper, text);
      if (value) i += pair ? 2 : 1;
      // -i{}, -i@
      const bool mark = std::isalnum(static_cast<unsigned char>(text.back())) == 0;
      const bool attached =
          mark || (!text.starts_with("--") && text.find_first_of(wrapper.letters, 1) != std::string_view::npos);
      after_option = !value && !attached && text.find('=') == std::string_view::npos;
      continue;
    }
    if (wrapper.assignments && (text == "-" || is_assignment(text))) continue;
    if (own > 0) {
      // A shell behind it may be reached too early if an option that no table has takes a value: harmless, it is only
      // looked at.
      if (after_option && i + 1 < words.size() && !wrapper.script) found.push_back(inner_of(words.subspan(i), wrapper));
      --own;
      after_option = false;
      continue;
    }
    found.push_back(inner_of(words.subspan(i), wrapper));
    if (after_option && i + 1 < words.size() && may_begin(words[i + 1])) {
      found.push_back(inner_of(words.subspan(i + 1), wrapper));
    }
    return;
  }
}

/// screen -X stuff TEXT: "^M", "\\n", "\\r" and octal codes stand for Return.
void typed_by_screen(Inner& inner) {
  if (!inner.script) return;
  for (const std::string_view code : {"^M", "^J", "\\n", "\\r", "\\015", "\\012"}) {
    std::string& text = inner.script->text;
    for (std::size_t at = 0; (at = text.find(code, at)) != std::string::npos;) text.replace(at, code.size(), "\n");
  }
}

/// The lines that parallel runs if it is given no command.
Word lines_of_input(const Call& call) {
  Word lines;
  lines.text = standard_input(call.scene.script, call.scene.command);
  if (lines.text.empty()) lines.text = unknown_text;
  lines.sources.push_back(call.scene.command.input);
  return lines;
}

/// xargs and parallel: what comes in by the pipe becomes the last words, or takes the place of a mark.
void add_input(const Call& call, std::vector<Inner>& found) {
  std::string input = standard_input(call.scene.script, call.scene.command);
  // Its own options stand before the program's.
  const std::size_t own = found.empty() ? call.words.size() : call.words.size() - found[0].words.size();
  std::string_view mark;
  for (std::size_t i = 1; i < own; ++i) {
    const std::string_view option = call.words[i].text;
    if (is_listed("-I -J", option) && i + 1 < call.words.size()) mark = call.words[i + 1].text;
    if ((option.starts_with("-I") || option.starts_with("-i")) && option.size() > 2) mark = option.substr(2);
    if (option.starts_with("--replace=")) mark = option.substr(10);
    if (option == "-i" || option == "--replace") mark = "{}";
  }
  if (call.program == "parallel") mark = "{}";
  for (Inner& inner : found) {
    inner.exempt = !is_known(input);
    // sh -c without its script takes it from there.
    if (!inner.words.empty() && inner.words.back().text == "-c") {
      Word script;
      script.text = input.empty() ? std::string(unknown_text) : input;
      script.sources.push_back(call.scene.command.input);
      inner.words.push_back(std::move(script));
      continue;
    }
    bool placed = false;
    for (Word& word : inner.words) {
      const std::size_t at = mark.empty() ? std::string::npos : word.text.find(mark);
      if (at == std::string::npos) continue;
      std::string line = input.substr(0, input.find('\n'));
      word.text.replace(at, mark.size(), line.empty() ? std::string(unknown_text) : line);
      word.sources.push_back(call.scene.command.input);
      placed = true;
    }
    // xargs runs no built-in of a shell.
    const bool built_in = inner.words.size() == 1 && inner.words[0].text == "command";
    if (placed || built_in || call.has("-I -J --replace")) continue;
    const std::size_t before = inner.words.size();
    for (std::size_t from = 0; from < input.size();) {
      const std::size_t begin = input.find_first_not_of(" \t\n", from);
      if (begin == std::string::npos) break;
      const std::size_t end = std::min(input.find_first_of(" \t\n", begin), input.size());
      Word word;
      word.text = input.substr(begin, end - begin);
      word.sources.push_back(call.scene.command.input);
      inner.words.push_back(std::move(word));
      from = end;
    }
    if (inner.words.size() == before) {
      Word word;
      word.text = unknown_text;
      word.sources.push_back(call.scene.command.input);
      inner.words.push_back(std::move(word));
    }
  }
}

/// find ... -exec PROGRAM ... ; and fd ... -x PROGRAM.
std::vector<Inner> executed_by_find(const Call& call) {
  std::vector<Inner> found;
  const auto words = call.words;
  const bool fd = call.is("fd fdfind");
  const std::string_view starts = fd ? "-x -X --exec --exec-batch" : "-exec -execdir -ok -okdir";
  std::string start = words.size() > 1 && !words[1].text.starts_with('-') && !fd ? words[1].text : ".";
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!is_listed(starts, words[i].text)) continue;
    Inner inner;
    const bool made = finds_only_made(call);
    inner.exempt = !made;
    // A whole name is that of each file found; of a pattern only what a build makes is known.
    const std::string_view name = fd ? std::string_view() : call.value("-name");
    const bool whole = !name.empty() && name.find_first_of("*?[\\") == name.npos;
    const std::string found_name = made || whole ? std::string(name) : std::string(unknown_text);
    for (++i; i < words.size() && words[i].text != ";" && words[i].text != "+"; ++i) {
      Word word = words[i];
      if (const std::size_t at = word.text.find("{}"); at != std::string::npos) {
        word.text.replace(at, 2, start + "/" + found_name);
      }
      inner.words.push_back(std::move(word));
    }
    if (!inner.words.empty()) found.push_back(std::move(inner));
  }
  return found;
}

void add_text(std::vector<Inner>& found, Word text, Speech speech = Speech::shell, bool remote = false) {
  Inner inner;
  inner.script = std::move(text);
  inner.speech = speech;
  inner.remote = remote;
  found.push_back(std::move(inner));
}

Word part_of(const Word& word, std::size_t from) {
  Word part = word;
  part.text.erase(0, std::min(from, part.text.size()));
  return part;
}

/// Where the value of one of `options` begins in `given`: behind "--name=", "-x", "+" or, in the next word, at npos;
/// nothing if it is no such option.
std::optional<std::size_t> value_in(std::string_view options, std::string_view given) {
  if (given.starts_with('+') && given.size() > 1) {
    return is_listed(options, "+") ? std::optional<std::size_t>(1) : std::nullopt;
  }
  if (is_listed(options, given)) return std::string_view::npos;
  if (given.size() < 2 || given[0] != '-') return std::nullopt;
  if (given.starts_with("--")) {
    const std::size_t equals = given.find('=');
    const bool named = equals != std::string_view::npos && is_listed(options, given.substr(0, equals));
    return named ? std::optional<std::size_t>(equals + 1) : std::nullopt;
  }
  if (is_listed(options, given.substr(0, 2))) return 2;
  // -ae VALUE: the last of several letters.
  const bool letters = given.size() <= 5 && std::all_of(given.begin() + 1, given.end(), [](char c) {
                         return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
                       });
  if (letters && is_listed(options, std::string("-") + given.back())) return std::string_view::npos;
  return std::nullopt;
}

/// env -S "PROGRAM OPTION ...": it gets the input of env.
void split_by_env(const Call& call, std::vector<Inner>& found) {
  const std::string_view text = call.value("-S --split-string");
  if (text.empty() || text.find_first_of("'\"\\$#\n") != std::string_view::npos) return;
  Inner inner;
  for (std::string_view rest = text; !rest.empty();) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    if (end != 0) inner.words.emplace_back().text = rest.substr(0, end);
    rest.remove_prefix(end);
  }
  if (!inner.words.empty()) found.push_back(std::move(inner));
}

void add_values(std::vector<Inner>& found, const Call& call, std::string_view options, Speech speech = Speech::shell,
                bool remote = false) {
  const auto words = call.words;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto at = value_in(options, words[i].text);
    if (!at) continue;
    if (*at != std::string_view::npos) {
      add_text(found, part_of(words[i], *at), speech, remote);
    } else if (i + 1 < words.size()) {
      add_text(found, words[i + 1], speech, remote);
    }
  }
}

bool is_same_word(std::string_view one, std::string_view lower) {
  return std::equal(one.begin(), one.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b; });
}

/// ssh -o ProxyCommand=..., in ssh_config(5)'s spelling: any case, "=" or a space.
void in_ssh_options(const Call& call, std::vector<Inner>& found) {
  for (std::size_t i = 1; i < call.words.size(); ++i) {
    const std::string_view text = call.words[i].text;
    const std::size_t from = text.starts_with("-o") ? 2 : 0;
    const std::size_t end = text.find_first_of("= ", from);
    if (end == std::string_view::npos) continue;
    const std::string_view key = text.substr(from, end - from);
    for (const std::string_view command : {"proxycommand", "localcommand", "knownhostscommand"}) {
      if (is_same_word(key, command)) add_text(found, part_of(call.words[i], end + 1));
    }
  }
}

void git_setting(std::string_view key, const Word& value, std::vector<Inner>& found) {
  if (!is_git_command(key)) return;
  Word command = value;
  if (command.text.starts_with('!')) {
    command.text.erase(0, 1);
  } else if (key.starts_with("alias.")) {
    command.text.insert(0, "git ");
  }
  add_text(found, std::move(command));
}

/// git -c KEY=VALUE, git config KEY VALUE, and addresses that are commands: ext::COMMAND
void in_git_settings(const Call& call, std::vector<Inner>& found) {
  for (std::size_t i = 1; i < call.words.size(); ++i) {
    const std::string& text = call.words[i].text;
    if (const std::size_t equals = text.find('='); equals != std::string::npos) {
      git_setting(std::string_view(text).substr(0, equals), part_of(call.words[i], equals + 1), found);
    } else if (i + 1 < call.words.size()) {
      git_setting(text, call.words[i + 1], found);
    }
    if (!text.starts_with("ext::")) continue;
    Word command = part_of(call.words[i], 5);
    for (std::size_t at = 0; (at = command.text.find("% ", at)) != std::string::npos; ++at) command.text[at] = '\\';
    add_text(found, std::move(command));
  }
}

/// The rows of the table by each program that they name.
const std::unordered_map<std::string_view, std::vector<const CommandOption*>>& options_by_program() {
  static const auto index = [] {
    std::unordered_map<std::string_view, std::vector<const CommandOption*>> made;
    for (const CommandOption& row : command_options()) {
      for (std::string_view names = row.programs; !names.empty();) {
        const std::size_t end = std::min(names.find(' '), names.size());
        if (end > 0) made[names.substr(0, end)].push_back(&row);
        names.remove_prefix(std::min(end + 1, names.size()));
      }
    }
    return made;
  }();
  return index;
}

/// Options of other programs that hold a command: ssh -o ProxyCommand=..., rsync -e ..., git -c core.pager=...
void hidden_in_options(const Call& call, std::vector<Inner>& found) {
  if (const auto rows = options_by_program().find(call.program); rows != options_by_program().end()) {
    for (const CommandOption* row : rows->second) {
      if (row->subcommand.empty() || call.has(row->subcommand)) add_values(found, call, row->options, row->speech);
    }
  }
  // What it calls with each line gets more words than stand here.
  if (call.is("mapfile readarray")) {
    for (Inner& inner : found) inner.script->text += " \x01";
  }
  if (call.is("ssh scp sftp autossh mosh")) in_ssh_options(call, found);
  if (call.is("git")) in_git_settings(call, found);
  for (std::size_t i = 1; i < call.words.size(); ++i) {
    const std::string& text = call.words[i].text;
    const std::size_t equals = text.find('=');
    if (call.is("tar gtar bsdtar") && (text.starts_with("exec=") || text.find("action=exec=") != std::string::npos)) {
      add_text(found, part_of(call.words[i], text.find("exec=") + 5));
    }
    if (equals == std::string::npos || equals == 0) continue;
    const bool hook = call.is("apt apt-get aptitude") && text.find("nvoke") != std::string::npos;
    // What make is given replaces what its makefile runs: make CC='...'
    const bool variable = call.is("make gmake bmake") && text[0] != '-' && is_known(text);
    if (hook || variable) add_text(found, part_of(call.words[i], equals + 1));
  }
}

/// Steps over the words of `path` ("compose exec"), options between them; nothing if they are not there.
std::optional<std::size_t> behind_subcommand(std::span<const Word> words, const Wrapper& wrapper) {
  std::size_t i = 1;
  std::string_view path = wrapper.subcommand;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find(' '), path.size());
    const std::string_view part = path.substr(0, end);
    while (i < words.size() && words[i].text.starts_with('-') && words[i].text != part)
      i += takes_value(wrapper, words[i].text) ? 2 : 1;
    if (i >= words.size() || words[i].text != part) return std::nullopt;
    ++i;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return i;
}

/// ssh localhost, ssh me@127.0.0.1
bool is_this_machine(const Call& call) {
  return std::any_of(call.operands.begin(), call.operands.end(), [](const Operand& operand) {
    const std::string_view host = std::string_view(operand.text()).substr(operand.text().find('@') + 1);
    return is_listed("localhost 127.0.0.1 ::1 0.0.0.0 0 127.1 ip6-localhost", host);
  });
}

/// A folder of this machine is there under another name: what deletes it there deletes it here.
bool mounts_here(const Call& call) {
  return call.has("-v --volume --mount", false) ||
         std::any_of(call.options.begin(), call.options.end(), [](std::string_view o) { return o.starts_with("-v"); });
}

/// docker run IMAGE ...: the image is the first operand; options with values are many, so each place is looked at.
void run_in_container(const Call& call, std::vector<Inner>& found) {
  if (!call.is("docker podman nerdctl") || call.operands.empty() || !is_listed("run", call.operands[0].text())) return;
  for (std::size_t i = 2; i < call.words.size() && found.size() < 8; ++i) {
    if (is_listed("sh bash ash zsh dash rm find shred dd mv truncate", base_name(call.words[i].text)) &&
        i + 1 < call.words.size()) {
      Inner inner;
      inner.words.assign(call.words.begin() + static_cast<std::ptrdiff_t>(i), call.words.end());
      inner.remote = !mounts_here(call);
      found.push_back(std::move(inner));
      return;
    }
  }
}

}  // namespace

std::vector<Inner> unwrap(const Call& call) {
  std::vector<Inner> found;
  const auto words = call.words;
  if (call.is("find gfind fd fdfind")) return executed_by_find(call);
  hidden_in_options(call, found);
  run_in_container(call, found);
  if (call.is("env")) split_by_env(call, found);
  if (call.is("ansible")) add_values(found, call, "-a --args", Speech::shell, true);
  if (call.is("vagrant")) add_values(found, call, "-c --command", Speech::shell, true);
  if (call.is("kubectl k oc")) {
    // Only what follows -- is the pod's.
    const auto dashes = std::find_if(words.begin(), words.end(), [](const Word& w) { return w.text == "--"; });
    if (call.has("exec run debug") && dashes != words.end() && dashes + 1 != words.end()) {
      found.push_back({{dashes + 1, words.end()}, std::nullopt, true, false, Speech::shell});
    }
  }
  if (call.is("gcloud aws az") && call.has("ssh")) add_values(found, call, "--command", Speech::shell, true);
  // command -v names a program, sudo -l lists what may be run, sudo -e edits.
  if (call.is("command") && words.size() > 1 && (words[1].text == "-v" || words[1].text == "-V")) return found;
  if (call.is("sudo") && words.size() > 1 && is_listed("-l -v -k -K -e --list --edit --validate", words[1].text))
    return found;
  for (const Wrapper& wrapper : all_wrappers()) {
    if (!is_listed(wrapper.names, call.program)) continue;
    const auto from = behind_subcommand(words, wrapper);
    if (!from) continue;
    const std::size_t before = found.size();
    find_inner(words.subspan(*from), wrapper, found);
    if (!call.is("ssh rsh slogin autossh mosh") || !is_this_machine(call)) continue;
    for (std::size_t i = before; i < found.size(); ++i) found[i].remote = false;
  }
  if (call.is("screen") && call.has("-X")) {
    for (Inner& inner : found) typed_by_screen(inner);
  }
  if (call.is("parallel")) {
    // parallel COMMAND ::: ARGUMENTS; the command may be one word.
    for (Inner& inner : found) {
      const auto marks =
          std::find_if(inner.words.begin(), inner.words.end(), [](const Word& w) { return w.text.starts_with(":::"); });
      const std::vector<Word> given(marks == inner.words.end() ? marks : marks + 1, inner.words.end());
      inner.words.erase(marks, inner.words.end());
      inner.words.insert(inner.words.end(), given.begin(), given.end());
      if (!inner.words.empty() && inner.words[0].text.find(' ') != std::string::npos)
        inner.script = joined(inner.words);
      if (inner.words.empty()) inner.script = joined(given);
    }
    std::erase_if(found, [](const Inner& inner) { return inner.words.empty() && !inner.script; });
  }
  if (call.is("parallel") && found.empty()) add_text(found, lines_of_input(call));
  if (call.is("xargs gxargs parallel")) add_input(call, found);
  return found;
}

}  // namespace interlock::gate::shell
