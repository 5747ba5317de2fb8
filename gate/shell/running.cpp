// Running files that lines of the session have written: their text is judged in the language of the program that runs
// it, and unknown text asks.
#include <algorithm>
#include <array>

#include "gate/shell/hosts.h"
#include "gate/shell/judges.h"
#include "gate/shell/line_judge.h"
#include "gate/shell/makefile.h"
#include "gate/shell/output.h"
#include "gate/shell/table_commands.h"
#include "values/text.h"

namespace interlock::gate::shell {
namespace {

/// The program in a text's first line "#!/usr/bin/env python3"; empty if there is none.
std::string_view interpreter_of(std::string_view text) {
  if (!text.starts_with("#!")) return {};
  text = text.substr(2, text.find('\n') - 2);
  std::string_view program;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = base_name(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty() || word == "env" || word.starts_with('-')) continue;
    program = word;
    break;
  }
  return program;
}

Danger runs_unseen(const std::string& name, Origin origin) {
  const std::string_view what = origin == Origin::network   ? "what came from the network"
                                : origin == Origin::decoded ? "what was decoded or unpacked"
                                                            : "text that does not stand in any line";
  return {Decision::require_confirmation, origin == Origin::network ? "remote_code" : "hidden_command",
          "runs " + in_quotes(name, 40) + ", which may hold " + std::string(what)};
}

}  // namespace

void LineJudge::ran(const Reading& reading, const Call& call, std::string_view path, const std::string& via) {
  if (call.scene.remote) return;
  ran_tree(call, path);
  for (const auto& [name, file] : written_.find(path)) {
    if (!running_.insert(name).second) continue;
    if (file.unseen) {
      add(call.program, call.scene.via, runs_unseen(name, *file.unseen));
      unseen_files_.insert(name);
    }
    const std::string from = via + ", from " + in_quotes(name, 40);
    for (const std::string& text : file.texts) ran_text(reading, call, text, from);
    running_.erase(name);
  }
}

void LineJudge::ran_text(const Reading& reading, const Call& call, const std::string& text, const std::string& via) {
  const bool shell = call.is(shells) || call.is("source .");
  const std::string_view program = interpreter_of(text);
  const bool other = !program.empty() && !is_listed(shells, program);
  if (call.is(spoken_programs)) {
    Word lines;
    lines.text = text;
    return spoken(reading, call, lines, via);
  }
  if (call.is("sed gsed")) return sed(reading, call, text, via);
  if (call.is(interpreters) || (!shell && other)) {
    Word word;
    word.text = text;
    return code(reading, call, text, word, via);
  }
  Environment environment = reading.environment;
  environment.positional = std::nullopt;
  read(text, std::move(environment), via, call.scene.remote, call.scene.depth + 1);
}

void LineJudge::ran_output(const Reading& reading, const Call& call, Range commands, const std::string& via) {
  if (written_.empty() || call.scene.remote) return;
  const Script& script = call.scene.script;
  for (std::size_t i = commands.begin; i < commands.end && i < script.commands.size(); ++i) {
    const Command& command = script.commands[i];
    const bool plain = command.words.empty() || is_listed("cat tee", base_name(command.words[0].text));
    if (!command.input.empty() && command.input.end <= i) ran_output(reading, call, command.input, via);
    if (!plain) {
      if (shows_written(script, {i, i + 1})) unseen(call, Origin::unknown);
      continue;
    }
    for (std::size_t word = 1; word < command.words.size(); ++word) ran(reading, call, command.words[word].text, via);
    for (const Redirect& redirect : command.redirects) {
      if (redirect.kind == Redirect::Kind::read) ran(reading, call, redirect.target.text, via);
    }
  }
}

void LineJudge::ran_tree(const Call& call, std::string_view path) {
  if (path.empty() || call.scene.remote) return;
  const std::string tree = written_.tree_of(path, call.scene.command.cwd);
  if (tree.empty()) return;
  trees_.insert(tree);
  const std::string from = tree == "*" ? "what was unpacked" : in_quotes(tree, 40);
  add(call.program, call.scene.via,
      {Decision::require_confirmation, "remote_code",
       "runs what came from the network in this session, unseen, with " + from});
}

void LineJudge::ran_folder(const Call& call) {
  const bool always =
      call.is("make gmake bmake just ninja meson rake gradle gradlew mvn tox nox pytest py.test composer");
  const bool builds = call.is(
                          "npm yarn pnpm bun cargo go poetry pdm bundle dotnet mix stack cabal sbt docker podman "
                          "docker-compose vagrant ansible-playbook direnv cmake") &&
                      call.has(
                          "install i ci test t run start build exec generate compose up dev bench check allow "
                          "--build rebuild it",
                          false);
  const bool module =
      call.is("python python3") && call.has("-m", false) && !is_listed("venv json.tool http.server", call.value("-m"));
  const bool installs = call.is("pip pip3 pipx uv") && call.has("install sync run");
  if (!always && !builds && !module && !installs) return;
  std::string_view folder = call.value("-C --directory --prefix --manifest-path --project");
  if (installs) {
    bool here = false;
    for (const Operand& operand : call.operands) {
      const std::string& text = operand.text();
      if (text == "." || text.find('/') != std::string::npos) ran_tree(call, text), here = true;
    }
    if (here || call.has("-r --requirement")) return;
    if (!call.has("sync run")) return;
  }
  ran_tree(call, folder.empty() ? std::string_view("./") : folder);
}

void LineJudge::installed(const Call& call) {
  if (!call.is(
          "dpkg rpm apt apt-get dnf yum pacman zypper apk pip pip3 pipx npm gem snap flatpak java wine mono dotnet "
          "insmod code"))
    return;
  for (const Operand& operand : call.operands) {
    for (const auto& [name, file] : written_.find(operand.text())) {
      if (file.unseen && *file.unseen <= Origin::decoded)
        add(call.program, call.scene.via, runs_unseen(name, *file.unseen));
    }
  }
}

void LineJudge::launched(const Reading& reading, const Call& call, const std::string& via) {
  if (!call.is("gio gtk-launch dex xdg-open exo-open kioclient kioclient5 kde-open open gnome-open")) return;
  for (const Operand& operand : call.operands) {
    for (const auto& [name, file] : written_.find(operand.text())) {
      if (!name.ends_with(".desktop") && !call.is("gtk-launch dex")) continue;
      if (file.unseen) add(call.program, call.scene.via, runs_unseen(name, *file.unseen));
      for (const std::string& text : file.texts) {
        for (std::size_t at = text.find("Exec="); at != std::string::npos; at = text.find("Exec=", at + 1)) {
          const std::size_t begin = at + 5;
          read(std::string_view(text).substr(begin, text.find('\n', begin) - begin), reading.environment, via, false,
               call.scene.depth + 1);
        }
      }
    }
  }
}

void LineJudge::git_folders(const Call& call) {
  if (!call.is("git")) return;
  for (std::size_t i = 1; i < call.words.size(); ++i) {
    const std::string& text = call.words[i].text;
    const bool value = text.find('=') != std::string::npos || (i + 1 < call.words.size() && !call.has("--get --unset"));
    if (!value || !is_git_folder(std::string_view(text).substr(0, text.find('=')))) continue;
    add(call.program, call.scene.via,
        {Decision::require_confirmation, "persistence",
         "makes git run programs or settings of " + in_quotes(text, 40)});
  }
}

void LineJudge::git_push(const Call& call) {
  if (!call.is("git") || call.scene.remote || call.has("-n --dry-run")) return;
  const auto push = std::find_if(call.operands.begin(), call.operands.end(),
                                 [](const Operand& operand) { return operand.text() == "push"; });
  if (push == call.operands.end()) return;
  std::string_view to = call.value("--repo");
  for (auto operand = push + 1; operand != call.operands.end() && to.empty(); ++operand) {
    if (!operand->after_option || !is_listed("-o --push-option --receive-pack --exec", std::prev(operand->word)->text))
      to = operand->text();
  }
  constexpr auto ask = Decision::require_confirmation;
  // -c remote.origin.url=ADDRESS, -c url.ADDRESS.insteadOf=...
  const bool redirected = std::any_of(call.words.begin() + 1, call.words.end(), [](const Word& word) {
    return (word.text.starts_with("remote.") && word.text.find("url=") != std::string::npos) ||
           (word.text.starts_with("url.") && word.text.find("nsteadOf=") != std::string::npos);
  });
  if (redirected)
    return add(call.program, call.scene.via, {ask, "exfiltration", "sends the work to an address that the line gives"});
  if ((is_url(to) || is_remote(to)) && !is_near(host_of(to))) {
    return add(call.program, call.scene.via,
               {ask, "exfiltration", "sends the work to " + in_quotes(to, 60) + ", an address instead of a remote"});
  }
  for (const std::string& remote : written_.remotes()) {
    // Without a name it goes to "origin", unless the configuration of the repository names another one.
    if (remote != WrittenFiles::any_remote && remote != (to.empty() ? std::string_view("origin") : to)) continue;
    pushed_.insert(remote);
    add(call.program, call.scene.via,
        {ask, "exfiltration", "sends the work to where this session has set the remote " + in_quotes(remote, 40)});
  }
}

void LineJudge::built(const Reading& reading, const Call& call, const std::string& via) {
  if (call.is("pytest py.test")) {
    for (const std::string_view name : {"conftest.py", "test_*.py", "*_test.py"}) ran(reading, call, name, via);
    return;
  }
  const bool make = call.is("make gmake bmake just");
  if (!make && !call.is("npm yarn pnpm bun npx")) return;
  std::vector<std::string> names = make ? std::vector<std::string>{"Makefile", "makefile", "GNUmakefile", "justfile"}
                                        : std::vector<std::string>{"package.json"};
  if (const auto given = call.value("-f --file --makefile"); make && !given.empty()) names = {std::string(given)};
  for (std::size_t i = 1; make && i < call.words.size(); ++i) {  // make -f <(...)
    for (const Range& source : call.words[i].sources) {
      const std::string text = printed(call.scene.script, source);
      if (origin(call.scene.script, source) <= Origin::filtered) unseen(call, origin(call.scene.script, source));
      if (is_known(text)) read(makefile_as_script(text), {}, via, false, call.scene.depth + 1);
    }
  }
  for (const std::string& name : names) {
    for (const auto& [written, file] : written_.find(name)) {
      if (file.unseen) add(call.program, call.scene.via, runs_unseen(written, *file.unseen));
      const std::string from = via + ", from " + in_quotes(written, 40);
      for (const std::string& text : file.texts) {
        if (make) read(makefile_as_script(text), {}, from, false, call.scene.depth + 1);
        if (!make) literals(reading, call, literals_in_code(text, 64), from);
      }
    }
    if (make && (name == "-" || name == "/dev/stdin")) {
      read(makefile_as_script(standard_input(call.scene.script, call.scene.command)), {}, via, false,
           call.scene.depth + 1);
    }
  }
}

}  // namespace interlock::gate::shell
