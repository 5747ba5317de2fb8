// Shells and what they are given to run: text after -c, a pipe, a here-document, a file.
#include <algorithm>
#include <iterator>
#include <span>

#include "gate/shell/judges.h"
#include "gate/shell/line_judge.h"
#include "gate/shell/output.h"

namespace interlock::gate::shell {
namespace {

/// Text of which nothing is known.
bool says_nothing(std::string_view text) {
  return !is_known(text) && text.find_first_not_of("\x01 \n") == std::string_view::npos;
}

/// A coprocess, or what reads a descriptor that was opened before: later lines write what it reads.
bool takes_later_input(const Command& command) {
  return command.coprocess || std::any_of(command.redirects.begin(), command.redirects.end(), [](const Redirect& r) {
           const std::string& from = r.target.text;
           return r.kind == Redirect::Kind::duplicate && (r.descriptor.empty() || r.descriptor == "0") &&
                  !is_listed("0 1 2 -", from);
         });
}

/// Programs whose manuals have them in eval "$(...)": they print settings of the shell.
bool prints_for_eval(const Script& script, Range commands) {
  constexpr std::string_view programs =
      "ssh-agent keychain gpg-agent dbus-launch dircolors resize tset lesspipe locale direnv starship zoxide brew fnm "
      "opam thefuck mise asdf atuin mcfly fzf register-python-argcomplete pyenv rbenv nodenv jenv goenv plenv nodebrew "
      "phpenv minikube docker-machine conda mamba micromamba pixi luarocks vivid sheldon antibody oh-my-posh chezmoi "
      "stack ntfy pipx pip getopt guix nix-env rustup";
  constexpr std::string_view subcommands =
      "init hook env shellenv completion completions complete activate docker-env podman-env export-credentials "
      "shell-init --completion autocomplete";
  for (std::size_t i = commands.begin; i < commands.end && i < script.commands.size(); ++i) {
    const Command& command = script.commands[i];
    if (command.origin != Origin::unknown || command.words.empty()) continue;
    const std::string& program = command.words[0].text;
    if (!is_known(program) || program.find('/') != std::string::npos) return false;
    const bool has_subcommand = std::any_of(command.words.begin() + 1, command.words.end(),
                                            [&](const Word& word) { return is_listed(subcommands, word.text); });
    if (!has_subcommand && !is_listed(programs, program)) return false;
  }
  return true;
}

struct ShellOptions {
  bool command = false;     ///< -c: the first word behind the options is what it runs
  std::size_t startup = 0;  ///< the file that it runs first; 0: none is given
  std::size_t end = 1;      ///< where the words behind the options begin
};

/// -c and -o stand alone or among other letters: -lc, -euo pipefail. A "+" takes an option back.
ShellOptions shell_options(std::span<const Word> words) {
  ShellOptions found;
  std::size_t& at = found.end;
  for (; at < words.size(); ++at) {
    const std::string& option = words[at].text;
    if (option.size() < 2 || (option[0] != '-' && option[0] != '+')) break;
    if (option == "--") {
      ++at;
      break;
    }
    if (option.starts_with("--")) {
      found.command = found.command || option == "--command";
      if (is_listed("--rcfile --init-file", option)) found.startup = ++at;
      continue;
    }
    found.command = found.command || (option[0] == '-' && option.find('c') != std::string::npos);
    if (option.find_first_of("oO") != std::string::npos) ++at;
  }
  at = std::min(at, words.size());
  if (found.startup >= words.size()) found.startup = 0;
  return found;
}

/// The descriptor that "/dev/fd/3" names, as written: its number may be one that the shell chose. Empty for other
/// files.
std::string_view descriptor_of(std::string_view path) {
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const std::string_view number = path.substr(folder.size());
    const bool chosen = number == unknown_text;
    return chosen || number.find_first_not_of("0123456789") == std::string_view::npos ? number : std::string_view();
  }
  return {};
}

}  // namespace

void LineJudge::unseen(const Call& call, Origin origin) {
  const bool network = origin == Origin::network;
  add(call.program, call.scene.via,
      {Decision::require_confirmation, network ? "remote_code" : "hidden_command",
       network                      ? "runs what comes from the network, unseen"
       : origin == Origin::decoded  ? "runs what is decoded or unpacked, unseen"
       : origin == Origin::filtered ? "runs what is cut out of a text or put together of it, unseen"
                                    : "runs what another program prints, unseen"});
}

void LineJudge::script(const Reading& reading, const Call& call, const Word& text, const std::string& via, bool remote,
                       int depth) {
  for (const Range& source : text.sources) {
    const Origin origin = this->origin(call.scene.script, source);
    if (origin <= Origin::decoded || (text.text == unknown_text && (origin < Origin::file || call.scene.exempt)))
      unseen(call, origin);
    ran_output(reading, call, source, via);
  }
  if (text.sources.empty() && says_nothing(text.text)) unseen(call, Origin::unknown);
  if (text.text.find_first_not_of("\x01 \n") != std::string::npos)
    read(text.text, reading.environment, via, remote, depth + 1);
}

void LineJudge::renamed(const Reading& reading, const Call& call, const std::string& via) {
  for (const Word& word : call.words.subspan(1)) {
    const auto equals = word.text.find('=');
    if (equals == std::string::npos || word.text.starts_with('-')) continue;
    const std::string name = word.text.substr(0, equals), command = word.text.substr(equals + 1);
    // alias rm='rm -i' hides nothing: the name says what it is.
    const std::string_view program = std::string_view(command).substr(0, command.find_first_of(" \t"));
    if (program == name) continue;
    read(command + " ~/Documents", reading.environment, via, false, call.scene.depth + 1);
  }
}

void LineJudge::shell(const Reading& reading, const Call& call, const std::string& via) {
  const auto words = call.words;
  const ShellOptions options = shell_options(words);
  if (options.startup != 0) file(reading, call, words[options.startup], via);
  if (options.command) {
    if (options.end >= words.size()) return;
    const auto given = words.subspan(options.end);  // the command, $0, $1, ...
    Reading inside;
    inside.environment = reading.environment;
    inside.environment.positional =
        std::vector<Value>(given.begin() + std::min<std::ptrdiff_t>(2, std::ssize(given)), given.end());
    if (given.size() > 1) inside.environment.set("0", given[1], false);
    if (call.scene.exempt) inside.environment.positional = std::nullopt;
    return script(inside, call, given[0], via, call.scene.remote, call.scene.depth);
  }
  if (options.end < words.size() && !call.has("-s")) return file(reading, call, words[options.end], via);
  standard(reading, call, via);
}

void LineJudge::file(const Reading& reading, const Call& call, const Word& word, const std::string& via) {
  ran(reading, call, word.text, via);
  for (const Range& source : word.sources) {
    const Origin origin = this->origin(call.scene.script, source);
    if (origin <= Origin::filtered) unseen(call, origin);
    ran_output(reading, call, source, via);
    // . <(echo ...): the text stands in the line.
    if (const std::string text = printed(call.scene.script, source); !text.empty() && is_known(text)) {
      ran_text(reading, call, text, via);
    }
  }
  const bool substituted = !word.sources.empty();  // <(...) stands for a descriptor, and was read above
  if (const auto descriptor = substituted ? std::string_view() : descriptor_of(word.text);
      !descriptor.empty() && descriptor != "0") {
    const std::string& text = reading.environment.open_text;
    if (text.empty() || !is_known(text)) unseen(call, Origin::unknown);
    if (!text.empty()) ran_text(reading, call, text, via);
  }
  if (is_listed("/dev/stdin -", word.text) || word.text.starts_with("/dev/fd/") ||
      word.text.starts_with("/proc/self/fd/") || word.text.starts_with("/proc/thread-self/fd/")) {
    const Origin origin = this->origin(call.scene.script, call.scene.command.input);
    if (!call.scene.command.input.empty() && origin < Origin::file) unseen(call, origin);
  }
}

/// cat /tmp/x | sh: a file that no line wrote, in a folder where any program may write.
bool LineJudge::shows_open_file(const Script& script, Range commands) const {
  for (std::size_t i = commands.begin; i < std::min(commands.end, script.commands.size()); ++i) {
    const std::vector<Word>& words = script.commands[i].words;
    if (words.empty() || !is_listed("cat bat tail head", base_name(words[0].text))) continue;
    for (const Word& word : std::span(words).subspan(1)) {
      const std::string_view path = word.text;
      const bool open = path.starts_with("/tmp/") || path.starts_with("/var/tmp/") || path.starts_with("/dev/shm/");
      if (open && !written_.contains(path)) return true;
    }
  }
  return false;
}

void LineJudge::standard(const Reading& reading, const Call& call, const std::string& via) {
  const Command& command = call.scene.command;
  const std::string text = standard_input(call.scene.script, command);
  if (text.empty() && takes_later_input(command)) return unseen(call, Origin::unknown);
  ran_output(reading, call, command.input, via);
  for (const Redirect& redirect : command.redirects) {
    if (redirect.kind == Redirect::Kind::read) ran(reading, call, redirect.target.text, via);
    const bool here = redirect.kind == Redirect::Kind::text && redirect.target.sources.empty();
    if (here && says_nothing(redirect.target.text)) unseen(call, Origin::unknown);
  }
  if (text.empty() && command.reads != 0 && this->origin(call.scene.script, command.input) <= Origin::decoded) {
    return unseen(call, this->origin(call.scene.script, command.input));
  }
  if (text.empty() || call.scene.remote) {
    if (text.empty() || is_known(text)) {
      if (!text.empty()) read(text, reading.environment, via, true, call.scene.depth + 1);
      return;
    }
  }
  if (command.reads != 0 && this->origin(call.scene.script, command.input) == Origin::decoded)
    unseen(call, Origin::decoded);
  if (shows_open_file(call.scene.script, command.input)) return unseen(call, Origin::unknown);
  const bool document = std::any_of(command.redirects.begin(), command.redirects.end(), [](const Redirect& r) {
    return r.kind == Redirect::Kind::text || r.kind == Redirect::Kind::read;
  });
  if (!is_known(text) && !document) {
    const Origin origin = this->origin(call.scene.script, command.input);
    if (origin < Origin::file) unseen(call, origin);
  }
  for (const Redirect& redirect : command.redirects) {
    for (const Range& source : redirect.target.sources) {
      if (const Origin origin = this->origin(call.scene.script, source); origin <= Origin::decoded)
        unseen(call, origin);
    }
  }
  if (text.find_first_not_of("\x01 \n") != std::string::npos)
    read(text, reading.environment, via, call.scene.remote, call.scene.depth + 1);
}

void LineJudge::evaluated(const Reading& reading, const Call& call, const std::string& via) {
  bool printed = false;
  std::string text;
  for (const Word& word : call.words.subspan(1)) {
    text += word.text + ' ';
    for (const Range& source : word.sources) {
      printed = true;
      const Origin origin = this->origin(call.scene.script, source);
      const bool whole = word.text == unknown_text;
      const bool hidden = origin == Origin::unknown && !prints_for_eval(call.scene.script, source);
      if (origin <= (whole ? Origin::filtered : Origin::decoded) || (whole && hidden)) unseen(call, origin);
      ran_output(reading, call, source, via);
    }
  }
  if (!printed && says_nothing(text)) unseen(call, Origin::unknown);
}

void LineJudge::sourced(const Reading& reading, const Call& call, const std::string& via) {
  if (call.operands.empty()) return;
  file(reading, call, *call.operands[0].word, via);
  if (call.operands[0].text() == "/dev/stdin") standard(reading, call, via);
}

}  // namespace interlock::gate::shell
