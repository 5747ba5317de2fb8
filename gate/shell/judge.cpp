#include "gate/shell/judge.h"

#include <algorithm>

#include "gate/shell/interactive.h"
#include "gate/shell/line_judge.h"
#include "gate/shell/output.h"
#include "gate/shell/paths.h"
#include "gate/shell/rows.h"
#include "gate/shell/wrappers.h"
#include "gate/text.h"

namespace interlock::gate::shell {
namespace {

bool mentions_destroyer(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = text.find_first_not_of(" \t\n;&|(){}`$\"'", at);
    if (begin == std::string_view::npos) return false;
    const std::size_t end = std::min(text.find_first_of(" \t\n;&|(){}`$\"'", begin), text.size());
    if (is_listed("rm dd mkfs shred wipefs sudo curl wget nc eval", base_name(text.substr(begin, end - begin))))
      return true;
    at = end;
  }
  return false;
}

}  // namespace

void LineJudge::read(std::string_view text, Environment environment, const std::string& via, bool remote, int depth) {
  if (depth > max_wrapped || ++scripts_ > max_scripts)
    return add("", via, {Decision::require_confirmation, "unreadable_command", "is wrapped too deep to be judged"});
  Reading reading;
  reading.environment = std::move(environment);
  read_statements(reading, text, 0);
  find_origins(reading.script);
  const Script& script = reading.script;
  if (script.fork_bomb)
    add("", via, {Decision::block, "fork_bomb", "starts ever more copies of itself until the machine stops"});
  for (const Command& command : script.commands) this->command(reading, command, via, remote, depth);
  problem(script.problem, text, via);
  if (depth > 0 || !via.empty()) return;
  left_ = std::move(reading.environment);
  problem_ = reading.script.problem;
}

void LineJudge::interactive(std::string_view lines) {
  constexpr std::size_t most = 32;
  for (std::size_t i = 0, from = 0; i < most && from < lines.size(); ++i) {
    const std::size_t end = std::min(lines.find('\n', from), lines.size());
    const std::string_view line = lines.substr(from, end - from);
    if (const auto escaped = shell_escape(line)) read(*escaped, {}, "run by an escape to the shell", false, 0);
    if (expands_history(line)) {
      add("", "",
          {Decision::require_confirmation, "history_expansion",
           "stands for a line of the shell's history, which is not known"});
    }
    from = end + 1;
  }
}

void LineJudge::add(std::string_view program, const std::string& via, const Danger& danger) {
  const bool guarded = danger.code == guarded_code && worst_.code != guarded_code;
  if (danger.decision < worst_.decision || (danger.decision == worst_.decision && !guarded)) return;
  const std::string subject = program.empty() ? std::string("what is typed") : in_quotes(program, 40);
  worst_ = {danger.decision, danger.code, subject + (via.empty() ? "" : " (" + via + ")") + " " + danger.what};
}

void LineJudge::problem(Problem problem, std::string_view text, const std::string& via) {
  constexpr auto ask = Decision::require_confirmation;
  if (problem == Problem::too_much) add("", via, {ask, "unreadable_command", "is too long or too deep to be judged"});
  // The shell waits for more and runs nothing of what is open; what follows is judged together with it (left_open).
  // Where the terminal is no such shell, each line stands for itself.
  if (problem == Problem::unfinished && via.empty()) lines_apart(text);
  if (problem == Problem::confused) {
    // db.dropDatabase(), shutil.rmtree("/"): typed into another program that runs in the terminal.
    if (const auto what = destructive_query(text)) {
      add("", via, {ask, "data_destruction", std::string(*what) + ", as a statement to a database"});
    }
    if (auto danger = dangerous_code(text)) add("", via, *danger);
    if (via.empty()) {
      const Reading reading;
      Command command;
      command.words.emplace_back();
      command.words[0].text = "python3";
      python(reading, Call(command.words, {reading.script, command, "if it reads the line", false, false, 0}), text,
             "run by python3");
    }
  }
  // A shell refuses the line, and reading went on behind what it stumbles over; another shell may take it
  // differently.
  if (problem == Problem::confused && mentions_destroyer(text)) {
    add("", via, {ask, "unreadable_command", "cannot be read as a command line, and names a program that destroys"});
  }
}

void LineJudge::lines_apart(std::string_view text) {
  constexpr std::size_t most = 32;
  if (text.find('\n') == std::string_view::npos) return;
  for (std::size_t i = 0, from = 0; i < most && from < text.size(); ++i) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    Reading reading;
    read_statements(reading, text.substr(from, end - from), 0);
    find_origins(reading.script);
    for (const Command& command : reading.script.commands) this->command(reading, command, "", false, 0);
    from = end + 1;
  }
}

void LineJudge::command(const Reading& reading, const Command& command, const std::string& via, bool remote,
                        int depth) {
  Dangers dangers;
  judge_guarded_redirects(command, dangers);
  judge_redirects(command, dangers);
  const std::string program = command.words.empty() ? std::string() : std::string(base_name(command.words[0].text));
  std::string here = via;
  if (command.level > 0) here += here.empty() ? "inside $(...)" : ", inside $(...)";
  if (command.reads != 0) here += here.empty() ? "behind a pipe" : ", behind a pipe";
  for (const Danger& danger : dangers) add(program.empty() ? "a redirection" : program, here, danger);
  assignments(reading, command, here, remote, depth);
  if (!command.words.empty()) {
    words(reading, command.words, {reading.script, command, here, remote, false, depth}, 0);
    const auto index = static_cast<std::size_t>(&command - reading.script.commands.data());
    const Call call(command.words, {reading.script, command, here, remote, false, depth});
    downloads_.remember(call, index);
    written_.redirected(call);
    for (const std::string& name : downloads_.names()) written_.mark_unseen(name, Origin::network);
  }
}

bool LineJudge::shows_written(const Script& script, Range commands) const {
  if (written_.empty()) return false;
  for (std::size_t i = commands.begin; i < commands.end && i < script.commands.size(); ++i) {
    const Command& command = script.commands[i];
    const auto is_written = [&](const Word& word) { return written_.contains(word.text); };
    if (!command.words.empty() && std::any_of(command.words.begin() + 1, command.words.end(), is_written)) return true;
    if (std::any_of(command.redirects.begin(), command.redirects.end(), [&](const Redirect& redirect) {
          return redirect.kind == Redirect::Kind::read && is_written(redirect.target);
        }))
      return true;
  }
  return false;
}

Origin LineJudge::origin(const Script& script, Range commands) const {
  return downloads_.read_by(script, commands) ? Origin::network : origin_of(script, commands);
}

void LineJudge::assignments(const Reading& reading, const Command& command, const std::string& via, bool remote,
                            int depth) {
  const auto look = [&](std::string_view name, const std::string& value) {
    if (value.empty()) return;
    if (is_listed("PROMPT_COMMAND LD_PRELOAD LD_AUDIT BASH_ENV DYLD_INSERT_LIBRARIES PYTHONSTARTUP PERL5OPT", name)) {
      add(name, via,
          {Decision::require_confirmation, "persistence",
           "makes every program or prompt that follows run " + in_quotes(value, 40)});
    } else if (is_listed("GIT_SSH_COMMAND GIT_SSH PAGER GIT_PAGER MANPAGER EDITOR VISUAL GIT_EDITOR LESSOPEN BROWSER "
                         "RSYNC_RSH",
                         name)) {
      read(value, reading.environment, via.empty() ? std::string("run by ") + std::string(name) : via, remote,
           depth + 1);
    }
  };
  for (const auto& [name, value] : command.assignments) look(name, value.text);
  if (command.words.empty() || !is_listed("export declare typeset env sudo readonly", command.words[0].text)) return;
  for (const Word& word : command.words) {
    const std::size_t equals = std::min(word.text.find('='), word.text.size());
    if (equals < word.text.size()) look(std::string_view(word.text).substr(0, equals), word.text.substr(equals + 1));
  }
}

void LineJudge::words(const Reading& reading, std::span<const Word> all, Scene scene, int wrapped) {
  if (all.empty() || all.front().text.empty()) return;
  if (wrapped > max_wrapped)
    return add("", scene.via,
               {Decision::require_confirmation, "unreadable_command", "is wrapped too deep to be judged"});
  const Call call(all, scene);
  if (!is_known(all.front().text)) return unknown_program(call);
  if (call.asks_for_help() && !call.is("find")) return;
  Dangers dangers;
  if (!scene.remote && !scene.exempt) written_.written_by(call);
  judge_guarded(call, dangers);
  judge_files(call, dangers);
  judge_network(call, dangers);
  judge_database(call, dangers);
  judge_statement(call, dangers);
  downloaded(call, dangers);
  std::optional<Danger> row = dangers.empty() ? look_up(call) : std::nullopt;
  if (row) dangers.push_back(std::move(*row));
  const std::vector<Inner> inner = unwrap(call);
  if (dangers.empty() && inner.empty()) {
    if (auto verb = by_verb(call)) dangers.push_back(std::move(*verb));
  }
  for (const Danger& danger : dangers) add(call.program, scene.via, danger);
  const std::string via = (scene.via.empty() ? "run by " : scene.via + ", ") + std::string(call.program.substr(0, 40));
  for (const Inner& each : inner) {
    const bool remote = scene.remote || each.remote;
    if (each.script) {
      script(reading, call, *each.script, via, remote, scene.depth);
    } else {
      words(reading, each.words, {scene.script, scene.command, via, remote, scene.exempt || each.exempt, scene.depth},
            wrapped + 1);
    }
  }
  if (call.is(shells)) shell(reading, call, via);
  if (call.is("at batch")) standard(reading, call, via);
  if (call.is("alias")) renamed(reading, call, via);
  if (call.is("git")) git_alias(reading, call, via);
  if (call.is("eval")) evaluated(reading, call, via);
  if (call.words[0].text.find('/') != std::string::npos) ran(reading, call, call.words[0].text, via);
  built(reading, call, via);
  if (call.is("source .")) sourced(reading, call, via);
  if (call.is(interpreters)) interpreter(reading, call, via);
}

void LineJudge::unknown_program(const Call& call) {
  const bool removes = call.has("-r -R --recursive") && call.has("-f --force");
  const bool disk = std::any_of(call.operands.begin(), call.operands.end(), [&](const Operand& o) {
    return place_of(o.text(), call.scene.command.cwd) == Place::disk ||
           place_of(std::string_view(o.text()).substr(o.text().starts_with("of=") ? 3 : 0), {}) == Place::disk;
  });
  const bool whole = std::any_of(call.operands.begin(), call.operands.end(), [&](const Operand& o) {
    return place_of(o.text(), call.scene.command.cwd) == Place::whole && o.text().size() < 3;
  });
  if (removes || disk || (whole && !call.options.empty())) {
    return add("", call.scene.via,
               {Decision::require_confirmation, "hidden_command",
                "runs a program whose name is only known when it runs, with options that delete or overwrite"});
  }
  for (const Range& source : call.words[0].sources) {
    const Origin origin = this->origin(call.scene.script, source);
    if (origin <= Origin::decoded || shows_written(call.scene.script, source)) return unseen(call, origin);
  }
  // "$A" alone may be any program. Behind a folder that is not known the program's name stands in the line, and where a
  // command prints the name, that command was judged above by where its output comes from.
  // What xargs, find and their like fill in is data; they are read roughly, and judged by what they run.
  const bool printed = !call.words[0].sources.empty();
  if (!printed && !call.scene.exempt && !is_known(base_name(call.words[0].text))) {
    add("", call.scene.via,
        {Decision::require_confirmation, "hidden_command", "runs a program whose name is only known when it runs"});
  }
}

void LineJudge::downloaded(const Call& call, Dangers& dangers) {
  if (downloads_.empty()) return;
  const bool runs = call.is(shells) || call.is(interpreters) || call.is("source .") || call.is("open xdg-open");
  for (std::size_t i = 0; i < call.words.size(); ++i) {
    if ((i > 0 && !runs) || !downloads_.contains(call.words[i].text)) continue;
    if (i == 0 && call.words[0].text.find('/') == std::string::npos) continue;
    dangers.push_back(
        {Decision::require_confirmation, "remote_code", "runs what the same line has downloaded, unseen"});
    return;
  }
}

std::string left_open(std::string lines) {
  constexpr std::size_t max_open = 4096;
  if (lines.size() > max_open || read_line(lines).script.problem != Problem::unfinished) lines.clear();
  return lines;
}

namespace {

/// What word processors make of - is meant as one by whoever pastes it.
std::string with_plain_dashes(std::string_view lines) {
  std::string plain(lines);
  for (const std::string_view dash : {"\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212"}) {
    for (std::size_t at = 0; (at = plain.find(dash, at)) != std::string::npos;) plain.replace(at, dash.size(), "-");
  }
  return plain;
}

bool is_worse(const Judgement& one, const Judgement& other) {
  return one.decision > other.decision || (one.decision == other.decision && one.code == guarded_code);
}

}  // namespace

Judgement judge(std::string_view lines, const Before& before) {
  const std::string plain = with_plain_dashes(lines);
  LineJudge judge(before.files != nullptr ? *before.files : WrittenFiles());
  judge.read(plain, {}, {}, false, 0);
  judge.interactive(plain);
  if (before.environment == nullptr) return judge.worst();
  LineJudge again(before.files != nullptr ? *before.files : WrittenFiles());
  again.read(plain, *before.environment, {}, false, 0);
  return is_worse(again.worst(), judge.worst()) ? again.worst() : judge.worst();
}

Judgement judge_behind(const std::string& open, std::string_view lines, const Before& before) {
  Judgement judged = judge(lines, before);
  if (open.empty()) return judged;
  Judgement whole = judge(open + std::string(lines), before);
  return is_worse(whole, judged) ? whole : judged;
}

}  // namespace interlock::gate::shell
