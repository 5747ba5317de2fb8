/// The judge at work on one line: it keeps the worst danger found, and what the line has fetched so far.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "gate/shell/call.h"
#include "gate/shell/downloads.h"
#include "gate/shell/judge.h"
#include "gate/shell/judges.h"
#include "gate/shell/reading.h"
#include "gate/shell/written_files.h"

namespace interlock::gate::shell {

class LineJudge {
 public:
  static constexpr int max_wrapped = 10;          ///< sudo env nice ... one inside another
  static constexpr std::size_t max_scripts = 64;  ///< sh -c and their like in one line

  LineJudge() = default;
  explicit LineJudge(WrittenFiles written) : written_(std::move(written)) {}

  /// Reads `text` as a shell would and judges all commands in it. `via` says what runs it ("sudo, sh"), for sentences.
  void read(std::string_view text, Environment environment, const std::string& via, bool remote, int depth);
  /// The lines as programs take them that read lines in a terminal: escapes to a shell, references to the history.
  void interactive(std::string_view lines);
  const Judgement& worst() const { return worst_; }
  /// What the line leaves behind for later ones.
  const WrittenFiles& written() const { return written_; }
  const Environment& left() const { return left_; }
  Problem problem() const { return problem_; }

 private:
  void add(std::string_view program, const std::string& via, const Danger& danger);
  /// Where the output of `commands` comes from; files fetched by this line count as the network.
  Origin origin(const Script& script, Range commands) const;
  /// Whether any of `commands` reads a file that lines have written.
  bool shows_written(const Script& script, Range commands) const;
  void problem(Problem problem, std::string_view text, const std::string& via);
  void lines_apart(std::string_view text);
  void command(const Reading& reading, const Command& command, const std::string& via, bool remote, int depth);
  void words(const Reading& reading, std::span<const Word> all, Scene scene, int wrapped);
  /// Variables that name a program to run or a library to load.
  void assignments(const Reading& reading, const Command& command, const std::string& via, bool remote, int depth);
  /// "$TOOL" -rf /: the program is not known, what it is told is.
  void unknown_program(const Call& call);
  /// Runs a file that the same line has downloaded.
  void downloaded(const Call& call, Dangers& dangers);

  // scripts.cpp
  void unseen(const Call& call, Origin origin);
  /// A script given as text: read as far as it is known.
  void script(const Reading& reading, const Call& call, const Word& text, const std::string& via, bool remote,
              int depth);
  void shell(const Reading& reading, const Call& call, const std::string& via);
  /// A script file: what it holds is not seen, but where it comes from may be.
  void file(const Reading& reading, const Call& call, const Word& word, const std::string& via);
  /// A shell that reads its commands from a pipe, a here-document or a file.
  void standard(const Reading& reading, const Call& call, const std::string& via);
  /// What eval is given was read where it stood; what it takes from elsewhere is judged by where that is.
  void evaluated(const Reading& reading, const Call& call, const std::string& via);
  void sourced(const Reading& reading, const Call& call, const std::string& via);
  /// alias NAME=COMMAND: later lines run it by a name that says nothing, with operands that are not known yet.
  void renamed(const Reading& reading, const Call& call, const std::string& via);
  /// git config alias.NAME '!COMMAND', likewise.
  void git_alias(const Reading& reading, const Call& call, const std::string& via);

  // interpreters.cpp
  void interpreter(const Reading& reading, const Call& call, const std::string& via);
  void code(const Reading& reading, const Call& call, const std::string& text, const Word& word,
            const std::string& via);
  void python(const Reading& reading, const Call& call, std::string_view text, const std::string& via);

  // running.cpp
  /// Runs the file: what lines have written into it is judged as the program takes it.
  void ran(const Reading& reading, const Call& call, std::string_view path, const std::string& via);
  void ran_text(const Reading& reading, const Call& call, const std::string& text, const std::string& via);
  /// Runs what these commands print: files that they show, and what they make of files.
  void ran_output(const Reading& reading, const Call& call, Range commands, const std::string& via);
  /// Programs that run files by their names alone: make, npm, pytest.
  void built(const Reading& reading, const Call& call, const std::string& via);
  void literals(const Reading& reading, const Call& call, const std::vector<std::string>& lines,
                const std::string& via);

  Judgement worst_;
  std::size_t scripts_ = 0;
  Downloads downloads_;
  WrittenFiles written_;
  std::set<std::string, std::less<>> running_;  ///< files that are being judged: one may run itself
  Environment left_;
  Problem problem_ = Problem::none;
};

inline constexpr std::string_view shells =
    "sh bash zsh dash ksh ksh93 mksh ash fish rbash csh tcsh yash posh elvish nu xonsh osh";
inline constexpr std::string_view interpreters =
    "python python2 python3 pypy pypy3 perl ruby node nodejs bun deno php lua luajit tclsh wish Rscript osascript "
    "guile "
    "racket groovy scala julia pwsh powershell ghci irb ipython expect gawk awk mawk nawk";

}  // namespace interlock::gate::shell
