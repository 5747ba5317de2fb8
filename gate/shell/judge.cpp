#include "gate/shell/judge.h"

#include <algorithm>
#include <array>

#include "gate/shell/interactive.h"
#include "gate/shell/line_judge.h"
#include "gate/shell/makefile.h"
#include "gate/shell/manuals.h"
#include "gate/shell/output.h"
#include "gate/shell/paths.h"
#include "gate/shell/prompts.h"
#include "gate/shell/rows.h"
#include "gate/shell/table_commands.h"
#include "gate/shell/word_reader.h"
#include "gate/shell/wrappers.h"
#include "values/text.h"

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

/// /bin/r?, /proc/self/exe: which program runs is not known for certain. "[" is a program of its own.
bool is_any_program(const Word& word) {
  if (word.text.starts_with("/proc/") && word.text.ends_with("/exe")) return true;
  const std::string_view name = base_name(word.text);
  if (!word.glob || name == "[" || name == "[[" || name.find_first_of("*?[(") == std::string_view::npos) return false;
  if (word.text.find('/') != std::string::npos) return true;
  if (std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; })) return false;
  constexpr auto harmful = std::to_array<std::string_view>(
      {"rm", "dd", "sh", "bash", "shred", "mkfs", "sudo", "eval", "unlink", "interlockctl"});
  return std::any_of(harmful.begin(), harmful.end(), [&](std::string_view each) { return matches_glob(name, each); });
}

/// command -v NAME: tells where the program is, and runs nothing.
bool only_names_programs(const Call& call) {
  return call.is("command") && call.words.size() > 1 && is_listed("-v -V -pv -pV -vp -Vp", call.words[1].text);
}

/// A name without folder leads to a written file only if the session changed where programs are looked for.
bool finds_written(const Reading& reading, const Call& call) {
  if (call.words[0].text.find('/') != std::string::npos) return true;
  const auto& assignments = call.scene.command.assignments;
  return reading.environment.find("PATH") != nullptr || reading.environment.find("path") != nullptr ||
         std::any_of(assignments.begin(), assignments.end(), [](const auto& each) { return each.first == "PATH"; });
}

/// The first folder of a PATH: below /tmp and the like.
bool is_anyones_folder(std::string_view folder) {
  return folder.starts_with('/') && place_of(std::string(folder) + "/x", {}) == Place::temporary;
}

/// -o FILE, --output FILE: a file that decides who may do what, or what runs by itself.
void written_by_option(const Call& call, Dangers& dangers) {
  for (const std::string_view option : {"-o", "--output", "-O", "--output-document", "--out", "--output-file"}) {
    const std::string_view path = call.value(option);
    if (const char* what = path.empty() ? nullptr : sensitive_file(path)) {
      dangers.push_back(
          {Decision::require_confirmation, "persistence", "writes to " + in_quotes(path, 40) + ", " + what});
    }
  }
}

/// Of a program that no rule knows: what its manual says, or what its words say. `alone`: it runs no other command.
std::optional<Danger> named_deed(const Call& call, bool alone) {
  Manual manual = by_manual(call);
  if (manual.danger || manual.only_shows || !alone) return std::move(manual.danger);
  auto named = by_verb(call);
  return named ? std::move(named) : by_task_name(call);
}

}  // namespace

std::string LineJudge::stands_for(const Word& program) const {
  if (program.text.size() > 1 && program.text[0] == '=') return program.text.substr(1);  // zsh: =rm
  return written_.program(program.text);
}

void LineJudge::words_as(const Reading& reading, const std::string& program, std::span<const Word> all,
                         const Scene& scene, int wrapped) {
  std::vector<Word> other(all.begin(), all.end());
  other[0] = Word{{program, {}}};
  other[0].glob = program.find_first_of("*?[") != std::string::npos;
  const std::string via = scene.via + (scene.via.empty() ? "" : ", ") + "by the name " + in_quotes(all[0].text, 40);
  words(reading, other, {scene.script, scene.command, via, scene.remote, scene.exempt, scene.depth}, wrapped + 1);
}

void LineJudge::read(std::string_view text, Environment environment, const std::string& via, bool remote, int depth) {
  if (depth > max_wrapped || ++scripts_ > max_scripts)
    return add("", via, {Decision::require_confirmation, "unreadable_command", "is wrapped too deep to be judged"});
  Reading reading;
  reading.environment = std::move(environment);
  reading.environment.forget_sources();  // they are commands of another script
  reading.work = work_;
  read_statements(reading, text, 0);
  work_ = reading.work;
  find_origins(reading.script);
  const Script& script = reading.script;
  if (script.fork_bomb)
    add("", via, {Decision::block, "fork_bomb", "starts ever more copies of itself until the machine stops"});
  for (const Command& command : script.commands) this->command(reading, command, via, remote, depth);
  problem(script.problem, text, via);
  if (depth > 0 || !via.empty()) return;
  left_ = std::move(reading.environment);
  problem_ = reading.script.problem;
  script_ = std::move(reading.script);
}

void LineJudge::interactive(std::string_view lines) {
  constexpr std::size_t most = 32;
  for (std::size_t i = 0, from = 0; i < most && from < lines.size(); ++i) {
    const std::size_t end = std::min(lines.find('\n', from), lines.size());
    const std::string_view line = lines.substr(from, end - from);
    if (const auto escaped = shell_escape(line)) read(*escaped, {}, "run by an escape to the shell", false, 0);
    if (!of_program_ && expands_history(line)) {
      add("", "",
          {Decision::require_confirmation, "history_expansion",
           "stands for a line of the shell's history, which is not known"});
    }
    from = end + 1;
  }
}

void LineJudge::add(std::string_view program, const std::string& via, const Danger& danger) {
  const std::string subject = program.empty() ? std::string("what is typed") : in_quotes(program, 40);
  std::string reason = subject + (via.empty() ? "" : " (" + via + ")") + " " + danger.what;
  if (const auto known = decided_.find(reason); known != decided_.end() && known->second > 0) {
    --known->second;
    return;
  }
  if (found_.size() < max_found || found_.contains(reason)) ++found_[reason];
  const bool guarded = danger.code == guarded_code && worst_.code != guarded_code;
  if (danger.decision < worst_.decision || (danger.decision == worst_.decision && !guarded)) return;
  worst_ = {danger.decision, danger.code, std::move(reason)};
}

bool LineJudge::spend(std::size_t characters) {
  work_ += characters;
  if (work_ <= Script::max_work) return true;
  add("", "", {Decision::require_confirmation, "unreadable_command", "is too long or too deep to be judged"});
  return false;
}

void LineJudge::problem(Problem problem, std::string_view text, const std::string& via) {
  constexpr auto ask = Decision::require_confirmation;
  if (problem == Problem::too_much) add("", via, {ask, "unreadable_command", "is too long or too deep to be judged"});
  // The shell waits for more and runs nothing of what is open; what follows is judged together with it (left_open).
  // If the terminal does not run such a shell, each line is read alone.
  if (problem == Problem::unfinished && via.empty()) lines_apart(text);
  // db.users.drop() is the head of a function to bash.
  if (const std::string_view own = text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
      problem == Problem::unfinished && own.starts_with("db.")) {
    if (const auto what = destructive_query(text))
      add("", via, {ask, "data_destruction", std::string(*what) + ", as a statement to a database"});
  }
  if (problem == Problem::confused) {
    // db.dropDatabase(), shutil.rmtree("/"): typed into another program that runs in the terminal.
    if (const auto what = destructive_query(text)) {
      add("", via, {ask, "data_destruction", std::string(*what) + ", as a statement to a database"});
    }
    if (auto danger = dangerous_code(text)) add("", via, *danger);
  }
  if ((problem == Problem::confused || problem == Problem::unfinished) && via.empty()) at_python(text);
  // A shell refuses the line, and reading went on behind what it stumbles over; another shell may take it
  // differently. A program that reads the lines is asked for itself.
  if (problem == Problem::confused && !of_program_ && mentions_destroyer(text)) {
    add("", via, {ask, "unreadable_command", "cannot be read as a command line, and names a program that destroys"});
  }
}

void LineJudge::at_python(std::string_view text) {
  const Reading reading;
  Command command;
  command.words.emplace_back();
  command.words[0].text = "python3";
  python(reading, Call(command.words, {reading.script, command, "if it reads the line", false, false, 0}), text,
         "run by python3");
}

void LineJudge::lines_apart(std::string_view text) {
  constexpr std::size_t most = 32;
  if (text.find('\n') == std::string_view::npos) return;
  for (std::size_t i = 0, from = 0; i < most && from < text.size(); ++i) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    Reading reading;
    reading.work = work_;
    read_statements(reading, text.substr(from, end - from), 0);
    work_ = reading.work;
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
  judge_emptied(reading.script, command, dangers);
  if (dangers.empty()) judge_overwritten_input(reading.script, command, dangers);
  const std::string program = command.words.empty() ? std::string() : std::string(base_name(command.words[0].text));
  std::string here = via;
  if (command.level > 0) here += here.empty() ? "inside $(...)" : ", inside $(...)";
  if (command.reads != 0) here += here.empty() ? "behind a pipe" : ", behind a pipe";
  for (const Danger& danger : dangers) add(program.empty() ? "a redirection" : program, here, danger);
  assignments(reading, command, here, remote, depth);
  if (!command.words.empty()) {
    words(reading, command.words, {reading.script, command, here, remote, false, depth}, 0);
    const Call call(command.words, {reading.script, command, here, remote, false, depth});
    written_.redirected(call);
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
  Origin worst = origin_of(script, commands);
  if (written_.empty()) return worst;
  for (std::size_t i = commands.begin; i < commands.end && i < script.commands.size(); ++i) {
    const auto look = [&](const Word& word) {
      for (const auto& [name, file] : written_.find(word.text)) {
        if (file.unseen && *file.unseen <= Origin::decoded) worst = std::min(worst, *file.unseen);
      }
    };
    const Command& command = script.commands[i];
    if (!command.words.empty()) std::for_each(command.words.begin() + 1, command.words.end(), look);
    for (const Redirect& redirect : command.redirects) {
      if (redirect.kind == Redirect::Kind::read) look(redirect.target);
    }
  }
  return worst;
}

void LineJudge::assignments(const Reading& reading, const Command& command, const std::string& via, bool remote,
                            int depth) {
  const auto look = [&](std::string_view name, const std::string& value) {
    name = name.substr(0, name.find_first_of("[+"));
    if (value.empty()) return;
    const auto has_any = [&](std::initializer_list<std::string_view> parts) {
      return std::any_of(parts.begin(), parts.end(),
                         [&](std::string_view part) { return value.find(part) != std::string::npos; });
    };
    const bool library = is_listed("NODE_OPTIONS RUBYOPT JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS", name) &&
                         has_any({"-r", "--require", "--import", "--loader", "-javaagent", "-agent"});
    const bool startup = name == "ENV" && !command.words.empty() && is_listed(shells, base_name(command.words[0].text));
    if (library || startup ||
        is_listed("PROMPT_COMMAND LD_PRELOAD LD_AUDIT BASH_ENV DYLD_INSERT_LIBRARIES PYTHONSTARTUP PERL5OPT", name)) {
      add(name, via,
          {Decision::require_confirmation, "persistence",
           "makes every program or prompt that follows run " + in_quotes(value, 40)});
    } else if (name == "PATH" && is_anyones_folder(std::string_view(value).substr(0, value.find(':')))) {
      add(name, via,
          {Decision::require_confirmation, "persistence",
           "makes every program that follows be looked for first where anyone may put one: " + in_quotes(value, 40)});
    } else if (is_listed("PS0 PS1 PS2 PS4 RPROMPT", name) && has_any({"$(", "`"})) {
      std::string prompt = value;
      std::erase_if(prompt, [](char c) { return c == '\\' || c == '"'; });
      read("printf \"" + prompt + '"', reading.environment, via, remote, depth + 1);
    } else if (is_command_variable(name)) {
      const std::string_view line = std::string_view(value).substr(value.starts_with('|') ? 1 : 0);
      read(line, reading.environment, via.empty() ? "run by " + std::string(name) : via, remote, depth + 1);
    } else if (name == "TAR_OPTIONS") {
      read("tar " + value, reading.environment, via, remote, depth + 1);
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
  constexpr std::size_t word_work = 100;  // the judges look at each word many times
  if (!spend(all.size() * word_work)) return;
  const Call call(all, scene);
  if (!is_known(all.front().text)) return unknown_program(call);
  if (const auto other = stands_for(all.front()); !other.empty()) return words_as(reading, other, all, scene, wrapped);
  if (is_any_program(all.front())) {
    add("", scene.via,
        {Decision::require_confirmation, "hidden_command",
         "runs a program by " + in_quotes(all.front().text, 40) + ", which may stand for any"});
  }
  if (call.asks_for_help() && !call.is("find")) return;
  if (only_names_programs(call)) return;
  if (call.program.find_first_not_of("-+=_") == std::string_view::npos) return;  // "- buy milk": a list, no program
  Dangers dangers;
  if (!scene.remote && !scene.exempt) written_.written_by(call);
  judge_guarded(call, dangers);
  written_by_option(call, dangers);
  judge_files(call, dangers);
  judge_edits(call, dangers);
  judge_network(call, dangers);
  judge_exposure(call, dangers);
  judge_protocol(call, dangers);
  judge_git_settings(call, dangers);
  judge_installs(call, dangers);
  judge_database(call, dangers);
  judge_statement(call, dangers);
  judge_bus(call, dangers);
  std::optional<Danger> row = dangers.empty() ? look_up(call) : std::nullopt;
  if (row) dangers.push_back(std::move(*row));
  const std::vector<Inner> inner = unwrap(call);
  if (dangers.empty() && !text_) {
    if (auto named = named_deed(call, inner.empty())) dangers.push_back(std::move(*named));
  }
  for (const Danger& danger : dangers) add(call.program, scene.via, danger);
  const std::string via = (scene.via.empty() ? "run by " : scene.via + ", ") + std::string(call.program.substr(0, 40));
  given(reading, call, inner, via, wrapped);
  if (call.is(shells)) shell(reading, call, via);
  if (call.is("at batch")) standard(reading, call, via);
  if (call.is("alias")) renamed(reading, call, via);
  if (call.is("eval")) evaluated(reading, call, via);
  if (finds_written(reading, call)) ran(reading, call, call.words[0].text, via);
  built(reading, call, via);
  ran_folder(call);
  installed(call);
  launched(reading, call, via);
  git_folders(call);
  git_push(call);
  if (call.is("source .")) sourced(reading, call, via);
  if (call.is(interpreters)) interpreter(reading, call, via);
}

void LineJudge::given(const Reading& reading, const Call& call, const std::vector<Inner>& inner, const std::string& via,
                      int wrapped) {
  const Scene& scene = call.scene;
  for (const Inner& each : inner) {
    const bool remote = scene.remote || each.remote;
    if (!each.script) {
      words(reading, each.words, {scene.script, scene.command, via, remote, scene.exempt || each.exempt, scene.depth},
            wrapped + 1);
      continue;
    }
    switch (each.speech) {
      case Speech::shell:
        script(reading, call, *each.script, via, remote, scene.depth);
        break;
      case Speech::words:
        spoken(reading, call, *each.script, via);
        break;
      case Speech::code:
        code(reading, call, each.script->text, *each.script, via);
        break;
      case Speech::makefile:
        read(makefile_as_script(each.script->text), {}, via, remote, scene.depth + 1);
        break;
      case Speech::file:
        file(reading, call, *each.script, via);
        if (is_database_client(call) || call.is("sftp ftp lftp")) unseen_statements(call, each.script->text);
        break;
    }
  }
  if (call.is("sed gsed")) sed_scripts(reading, call, via);
  if (call.is(spoken_programs)) spoken_input(reading, call, via);
  if (is_database_client(call)) statement_files(call);
  embedded(reading, call, inner.empty(), via, wrapped);
}

void LineJudge::unknown_program(const Call& call) {
  // plot(d$age, d$score) at R's prompt: no shell would run the line, and the prompt's program is asked for itself.
  if (of_program_ && call.scene.script.problem == Problem::confused) return;
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
  // Behind a folder that is not known the program's name stands in the line.
  if (!is_known(base_name(call.words[0].text)) || is_any_program(call.words[0])) {
    add("", call.scene.via,
        {Decision::require_confirmation, "hidden_command", "runs a program whose name is only known when it runs"});
  }
}

std::string left_open(std::string lines) {
  constexpr std::size_t max_open = 4096;
  constexpr int most = 32;
  if (lines.size() > max_open) return {};
  std::size_t work = 0;
  for (int i = 0; i < most && !lines.empty(); ++i) {
    Reading reading;
    reading.work = work;
    read_statements(reading, lines, 0);
    work = reading.work;
    lines.erase(0, reading.last_line);
    if (!reading.refused) return reading.script.problem == Problem::unfinished ? lines : std::string();
    // A shell drops the line that it refuses, and begins anew with the next one.
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    if (end + 1 >= lines.size()) return lines.ends_with("\\\n") ? lines : std::string();
    lines.erase(0, end + 1);
  }
  return {};
}

namespace {

/// A dash that a word processor made of "-" is read as "-" when it is pasted.
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

namespace {

struct Judged {
  Judgement worst;
  LineJudge::Reasons reasons;
};

Judged judge_all(std::string_view lines, const Before& before, const LineJudge::Reasons& decided) {
  const std::string plain = with_plain_dashes(lines);
  const auto judge = [&](const Environment& environment, bool interactive) {
    LineJudge judge(before.files != nullptr ? *before.files : WrittenFiles());
    judge.leave_out(decided);
    if (before.prompt != nullptr && before.prompt->screen == Screen::editor) judge.expect_text();
    if (before.prompt != nullptr && reads_code(*before.prompt)) judge.expect_code();
    judge.read(plain, environment, {}, false, 0);
    if (interactive) judge.interactive(plain);
    return Judged{judge.worst(), judge.found()};
  };
  Judged judged = judge({}, true);
  if (before.environment == nullptr) return judged;
  Judged again = judge(*before.environment, false);
  if (is_worse(again.worst, judged.worst)) judged.worst = again.worst;
  for (const auto& [reason, count] : again.reasons) {
    int& known = judged.reasons[reason];
    known = std::max(known, count);
  }
  return judged;
}

}  // namespace

Judgement judge(std::string_view lines, const Before& before) {
  return judge_all(lines, before, {}).worst;
}

Judgement judge_behind(const std::string& open, std::string_view lines, const Before& before) {
  Judgement judged = judge(lines, before);
  if (before.prompt != nullptr) {
    const std::string given = as_given(*before.prompt, lines);
    const Judgement there = given.empty() ? Judgement() : judge(given, {nullptr, before.files, nullptr});
    if (is_worse(there, judged)) judged = there;
  }
  if (open.empty()) return judged;
  // Asked about already, and nothing of it runs yet. Where the lines close it, all of it runs now.
  const bool stays = !left_open(open + std::string(lines) + '\n').empty();
  const LineJudge::Reasons decided = stays ? judge_all(open, before, {}).reasons : LineJudge::Reasons();
  Judgement whole = judge_all(open + std::string(lines), before, decided).worst;
  return is_worse(whole, judged) ? whole : judged;
}

}  // namespace interlock::gate::shell
