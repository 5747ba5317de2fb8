#include "gate/shell/wrappers.h"

#include <algorithm>

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
      const bool value = takes_value(wrapper, text);
      if (value) ++i;
      const bool attached = !text.starts_with("--") && text.find_first_of(wrapper.letters, 1) != std::string_view::npos;
      after_option = !value && !attached && text.find('=') == std::string_view::npos;
      continue;
    }
    if (wrapper.assignments && (text == "-" || is_assignment(text))) continue;
    if (own > 0) {
      // A shell behind it may be reached too early where an option had a value nobody told of: harmless, it is only
      // looked at.
      if (after_option && i + 1 < words.size() && !wrapper.script) found.push_back(inner_of(words.subspan(i), wrapper));
      --own;
      after_option = false;
      continue;
    }
    found.push_back(inner_of(words.subspan(i), wrapper));
    if (after_option && i + 1 < words.size()) found.push_back(inner_of(words.subspan(i + 1), wrapper));
    return;
  }
}

/// xargs and parallel: what comes in by the pipe becomes the last words, or takes the place of a mark.
void add_input(const Call& call, std::vector<Inner>& found) {
  std::string input = standard_input(call.scene.script, call.scene.command);
  std::string_view mark = call.value("-I -i -J --replace");
  if (call.program == "parallel") mark = "{}";
  if (mark.empty() && call.has("-i --replace")) mark = "{}";
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
    if (placed || call.has("-I -J --replace")) continue;
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
    inner.exempt = true;
    for (++i; i < words.size() && words[i].text != ";" && words[i].text != "+"; ++i) {
      Word word = words[i];
      if (const std::size_t at = word.text.find("{}"); at != std::string::npos) {
        word.text.replace(at, 2, start + "/" + std::string(unknown_text));
      }
      inner.words.push_back(std::move(word));
    }
    if (!inner.words.empty()) found.push_back(std::move(inner));
  }
  return found;
}

void add_script(std::vector<Inner>& found, const Call& call, std::string_view options, bool remote = false) {
  const auto words = call.words;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (!is_listed(options, words[i].text)) continue;
    Inner inner;
    inner.script = words[i + 1];
    inner.remote = remote;
    found.push_back(std::move(inner));
  }
  // --command=TEXT, -cTEXT
  for (const Word& word : words.subspan(1)) {
    const std::size_t equals = word.text.starts_with("--") ? word.text.find('=') : std::string::npos;
    const bool letter = word.text.size() > 2 && word.text[0] == '-' && is_listed(options, word.text.substr(0, 2));
    if (!letter && (equals == std::string::npos || !is_listed(options, word.text.substr(0, equals)))) continue;
    Inner inner;
    inner.script = word;
    inner.script->text.erase(0, letter ? 2 : equals + 1);
    inner.remote = remote;
    found.push_back(std::move(inner));
  }
}

/// Options of other programs that hold a command: ssh -o ProxyCommand=..., rsync -e ..., git -c core.pager=...
void hidden_in_options(const Call& call, std::vector<Inner>& found) {
  const auto add = [&](std::string_view text) {
    Inner inner;
    inner.script = Word{{std::string(text), {}}};
    found.push_back(std::move(inner));
  };
  if (call.is("rsync")) {
    if (const auto shell = call.value("-e --rsh --rsync-path"); !shell.empty()) add(shell);
  }
  if (call.is("ssh scp sftp")) {
    for (const Word& word : call.words) {
      for (const std::string_view key :
           {"ProxyCommand=", "LocalCommand=", "PermitLocalCommand=", "KnownHostsCommand="}) {
        if (const std::size_t at = word.text.find(key); at != std::string::npos)
          add(std::string_view(word.text).substr(at + key.size()));
      }
    }
  }
  if (call.is("git")) {
    for (std::size_t i = 1; i < call.words.size(); ++i) {
      const std::string_view text = call.words[i].text;
      const std::size_t bang = text.find("=!");
      if (call.words[i - 1].text != "-c") continue;
      const std::size_t equals = std::min(text.find('='), text.size());
      const std::string_view key = text.substr(0, equals);
      const std::string_view value = text.substr(std::min(equals + 1, text.size()));
      if (bang != std::string_view::npos) {
        add(text.substr(bang + 2));
      } else if (key.starts_with("alias.")) {
        add("git " + std::string(value));
      } else if (is_listed("core.pager core.editor core.sshCommand core.fsmonitor sequence.editor diff.external "
                           "credential.helper",
                           key)) {
        add(value);
      }
    }
  }
  if (call.is("vim vi nvim view ex")) {
    for (const Word& word : call.words) {
      const std::size_t bang = word.text.find('!');
      if ((word.text.starts_with(':') || word.text.starts_with('!') || word.text.starts_with("+:")) && bang < 3)
        add(std::string_view(word.text).substr(bang + 1));
    }
  }
  if (call.is("man")) {
    if (const auto pager = call.value("-P --pager"); !pager.empty()) add(pager);
  }
  if (call.is("tar")) {
    for (const Word& word : call.words) {
      for (const std::string_view key :
           {"--to-command=", "--checkpoint-action=exec=", "--use-compress-program=", "exec="}) {
        if (word.text.starts_with(key)) add(std::string_view(word.text).substr(key.size()));
      }
    }
    if (const auto program = call.value("-I"); !program.empty() && program.find(' ') != std::string_view::npos)
      add(program);
  }
}

/// Steps over the words of `path` ("compose exec"), options between them; nothing where they are not there.
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

/// docker run IMAGE ...: the image is the first operand; options with values are many, so each place is looked at.
void run_in_container(const Call& call, std::vector<Inner>& found) {
  if (!call.is("docker podman nerdctl") || call.operands.empty() || !is_listed("run", call.operands[0].text())) return;
  for (std::size_t i = 2; i < call.words.size() && found.size() < 8; ++i) {
    if (is_listed("sh bash ash zsh dash", base_name(call.words[i].text)) && i + 1 < call.words.size()) {
      Inner inner;
      inner.words.assign(call.words.begin() + static_cast<std::ptrdiff_t>(i), call.words.end());
      inner.remote = true;
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
  if (call.is("su runuser script flock ssh-agent capsh sg"))
    add_script(found, call, "-c -lc -mc -qc -fc -pc --command --session-command");
  if (call.is("ansible")) add_script(found, call, "-a --args", true);
  if (call.is("xterm urxvt gnome-terminal konsole xfce4-terminal kitty alacritty"))
    add_script(found, call, "-e --command");
  if (call.is("nix-shell")) add_script(found, call, "--run --command");
  if (call.is("env")) add_script(found, call, "-S -vS -iS --split-string");
  if (call.is("vagrant")) add_script(found, call, "-c --command", true);
  if (call.is("kubectl k oc")) {
    // Only what follows -- is the pod's.
    const auto dashes = std::find_if(words.begin(), words.end(), [](const Word& w) { return w.text == "--"; });
    if (call.has("exec run debug") && dashes != words.end() && dashes + 1 != words.end()) {
      found.push_back({{dashes + 1, words.end()}, std::nullopt, true, false});
    }
  }
  if (call.is("gcloud aws az") && call.has("ssh")) add_script(found, call, "--command", true);
  // command -v names a program, sudo -l lists what may be run, sudo -e edits.
  if (call.is("command") && words.size() > 1 && (words[1].text == "-v" || words[1].text == "-V")) return found;
  if (call.is("sudo") && words.size() > 1 && is_listed("-l -v -k -K -e --list --edit --validate", words[1].text))
    return found;
  for (const Wrapper& wrapper : all_wrappers()) {
    if (!is_listed(wrapper.names, call.program)) continue;
    const auto from = behind_subcommand(words, wrapper);
    if (from) find_inner(words.subspan(*from), wrapper, found);
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
  if (call.is("xargs gxargs parallel")) add_input(call, found);
  return found;
}

}  // namespace interlock::gate::shell
