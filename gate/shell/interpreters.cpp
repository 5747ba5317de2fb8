// Interpreters of other languages with code on the command line or in a pipe.
#include <algorithm>

#include "gate/shell/code_calls.h"
#include "gate/shell/judges.h"
#include "gate/shell/line_judge.h"
#include "gate/shell/output.h"
#include "gate/shell/paths.h"
#include "gate/shell/python.h"
#include "values/text.h"

namespace interlock::gate::shell {

void LineJudge::interpreter(const Reading& reading, const Call& call, const std::string& via) {
  std::string_view flags =
      "-c -e -E -r -p --eval --print --execute -ne -pe -le -lne -lpe -nle -ple -pi -pie -ni -i -we -Mre -command "
      "-Command -EncodedCommand -enc -encodedcommand -File";
  if (call.is("awk gawk mawk nawk")) return awk(reading, call, via);
  const bool encoded =
      call.is("pwsh powershell") && std::any_of(call.options.begin(), call.options.end(), [](std::string_view o) {
        return is_listed("-EncodedCommand -enc -encodedcommand -ec -e -E -Enc -ENC", o);
      });
  if (encoded)
    return add(call.program, call.scene.via,
               {Decision::require_confirmation, "hidden_command",
                "runs commands that are written so that nobody can read them"});
  bool inline_code = false;
  if (const auto script = call.is("pwsh powershell") ? call.value("-File -file -f") : ""; !script.empty()) {
    ran(reading, call, script, via);
  }
  for (std::size_t i = 1; i < call.words.size(); ++i) {
    const std::string& option = call.words[i].text;
    const bool given =
        is_listed(flags, option) || (option.size() > 2 && option[0] == '-' && option[1] != '-' &&
                                     (option.back() == 'e' || option.back() == 'c') && option.size() < 6);
    // -e'print 1', -lnE'...': the code in one word with its option.
    const bool attached = option.size() > 3 && option[0] == '-' && option[1] != '-' &&
                          option.find_first_of(" (;{$'\"") != std::string::npos;
    if (attached) {
      code(reading, call, option.substr(2), call.words[i], via);
      inline_code = true;
    }
    if (given && i + 1 < call.words.size() && call.words[i + 1].text != "-")
      code(reading, call, call.words[i + 1].text, call.words[i + 1], via), inline_code = true;
    if (call.is("deno bun") && option == "eval" && i + 1 < call.words.size())
      code(reading, call, call.words[i + 1].text, call.words[i + 1], via), inline_code = true;
  }
  if (call.is("python python2 python3 pypy3") && is_listed("timeit", call.value("-m"))) {
    for (const Operand& operand : call.operands) code(reading, call, operand.text(), *operand.word, via);
    return;
  }
  if (inline_code) return;
  const std::string_view input = call.is("deno bun") ? "- run" : "-";
  const auto own = std::find_if(call.operands.begin(), call.operands.end(),
                                [&](const Operand& o) { return !is_listed(input, o.text()); });
  if (own != call.operands.end()) return file(reading, call, *own->word, via);
  if (call.has("-m --version -V -v -h --help -i")) return;
  const std::string text = standard_input(call.scene.script, call.scene.command);
  if (text.empty() && call.scene.command.coprocess) return unseen(call, Origin::unknown);
  const Origin origin = this->origin(call.scene.script, call.scene.command.input);
  if (text.empty() && call.scene.command.reads != 0 && origin <= Origin::decoded) return unseen(call, origin);
  if (text.empty()) return;
  ran_output(reading, call, call.scene.command.input, via);
  for (const Redirect& redirect : call.scene.command.redirects) {
    if (redirect.kind == Redirect::Kind::read) ran(reading, call, redirect.target.text, via);
  }
  if (!is_known(text) && !call.scene.command.input.empty() && origin < Origin::file) unseen(call, origin);
  Word word;
  word.text = text;
  code(reading, call, text, word, via);
}

void LineJudge::awk(const Reading& reading, const Call& call, const std::string& via) {
  bool given = false;
  for (std::size_t i = 1; i < call.words.size(); ++i) {
    const std::string& option = call.words[i].text;
    const bool next = i + 1 < call.words.size();
    if (is_listed("-f --file -E --exec", option) && next) {
      file(reading, call, call.words[++i], via);
      const std::string input = standard_input(call.scene.script, call.scene.command);
      if (is_listed("- /dev/stdin", call.words[i].text) && !input.empty())
        code(reading, call, input, Word{{input, {}}}, via);
      given = true;
    } else if (is_listed("-e --source", option) && next) {
      ++i;
      code(reading, call, call.words[i].text, call.words[i], via);
      given = true;
    } else if (is_listed("-v -F -i -l --assign --field-separator --include --load", option)) {
      ++i;
    } else if (option.size() < 2 || option[0] != '-') {
      if (!given) code(reading, call, option, call.words[i], via);
      return;
    }
  }
}

void LineJudge::code(const Reading& reading, const Call& call, const std::string& text, const Word& word,
                     const std::string& via) {
  for (const Range& source : word.sources) {
    if (const Origin origin = this->origin(call.scene.script, source); origin <= Origin::decoded) unseen(call, origin);
    ran_output(reading, call, source, via);
  }
  if (word.sources.empty() && !call.scene.exempt && text == unknown_text) unseen(call, Origin::unknown);
  if (!spend(text.size())) return;
  if (const auto danger = dangerous_code(text)) add(call.program, call.scene.via, *danger);
  for (const std::string& statement : statements_in_code(text)) {
    if (const auto what = destructive_query(statement))
      add(call.program, call.scene.via,
          {Decision::require_confirmation, "data_destruction",
           "runs code that " + std::string(*what) + " of a database"});
  }
  literals(reading, call, commands_in_code(text), via);
  written_.written_in_code(text);
  const bool other = (call.is(interpreters) && !call.is(python_interpreters)) || call.is("emacs emacsclient");
  if (!other) return python(reading, call, text, via);
  if (call.scene.depth >= max_wrapped) return;
  const CodeCalls calls = read_code_calls(call.program, text);
  if (calls.unknown) {
    add(call.program, call.scene.via,
        {Decision::require_confirmation, "hidden_command",
         "runs code that runs a program or code which is only known when it runs"});
  }
  literals(reading, call, calls.commands, via);
  const Scene inner{call.scene.script,   call.scene.command, call.scene.via, call.scene.remote, false,
                    call.scene.depth + 1};
  for (const std::string& each : calls.code) code(reading, Call(call.words, inner), each, {}, via);
}

void LineJudge::literals(const Reading& reading, const Call& call, const std::vector<std::string>& lines,
                         const std::string& via) {
  for (const std::string& line : lines) {
    // Not every text in code is a command line: it is one only if it can be parsed as one.
    LineJudge inside(written_);
    inside.running_ = running_;
    inside.scripts_ = scripts_ + 1;
    inside.decided_ = decided_;
    inside.work_ = work_;
    inside.read(line, reading.environment, via, call.scene.remote, call.scene.depth + 1);
    scripts_ = std::max(scripts_ + 1, inside.scripts_);
    decided_ = std::move(inside.decided_);
    work_ = inside.work_;
    for (const auto& [reason, count] : inside.found_) {
      if (found_.size() < max_found) found_[reason] += count;
    }
    if (inside.worst_.decision > worst_.decision && inside.worst_.code != "unreadable_command") worst_ = inside.worst_;
  }
}

void LineJudge::python(const Reading& reading, const Call& call, std::string_view text, const std::string& via) {
  if (call.scene.depth >= max_wrapped || !spend(text.size())) return;
  const PythonFacts facts = read_python(text);
  constexpr auto ask = Decision::require_confirmation;
  if (facts.unknown) {
    add(call.program, call.scene.via,
        {ask, "hidden_command",
         "runs code that runs what is only known when it runs, by Python's exec, os or subprocess"});
  }
  if (const auto danger = dangerous_code(facts.folded)) add(call.program, call.scene.via, *danger);
  literals(reading, call, facts.commands, via);
  for (const std::string& path : facts.written) {
    if (is_own_path(path)) {
      add(call.program, call.scene.via, {Decision::block, guarded_code, "may change interlock's own files"});
    } else if (const char* what = sensitive_file(path)) {
      add(call.program, call.scene.via,
          {ask, "persistence", "runs code that changes " + in_quotes(path, 40) + ": that is " + what});
    }
  }
  const Scene inner{call.scene.script,   call.scene.command, call.scene.via, call.scene.remote, false,
                    call.scene.depth + 1};
  for (const std::string& code : facts.code) python(reading, Call(call.words, inner), code, via);
}

}  // namespace interlock::gate::shell
