/// The judge at work on one line: it keeps the worst danger found, and what the line has fetched so far.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "gate/shell/call.h"
#include "gate/shell/judge.h"
#include "gate/shell/judges.h"
#include "gate/shell/reading.h"
#include "gate/shell/wrappers.h"
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
  /// The reasons found, and how often each.
  using Reasons = std::map<std::string, int, std::less<>>;
  const Reasons& found() const { return found_; }
  /// These were decided already, so they do not count, as often as each was found.
  void leave_out(Reasons decided) { decided_ = std::move(decided); }
  /// The lines are likely the text of an editor: the words of a program that is not known are not read.
  void expect_text() { text_ = true; }
  /// The lines are likely for an interpreter of another language: what a shell could not read is left to its judge, and
  /// "!" is no reference to the history.
  void expect_code() { of_program_ = true; }
  /// The files that it runs and that hold something which does not stand in any line.
  const std::set<std::string, std::less<>>& unseen_files() const { return unseen_files_; }
  /// The fetched folders that it runs something of.
  const std::set<std::string, std::less<>>& trees() const { return trees_; }
  /// The remotes of git that it pushes to and whose address was set in this session.
  const std::set<std::string, std::less<>>& pushed() const { return pushed_; }
  /// The work done: characters read, and words judged, each of which counts as many.
  std::size_t work() const { return work_; }
  /// What the line leaves behind for later ones.
  const WrittenFiles& written() const { return written_; }
  const Environment& left() const { return left_; }
  Problem problem() const { return problem_; }
  const Script& script() const { return script_; }

 private:
  /// False, and a danger, when the work is more than one line may cause: what is read counts, each time.
  bool spend(std::size_t characters);
  void add(std::string_view program, const std::string& via, const Danger& danger);
  /// Where the output of `commands` comes from; files fetched by this line count as the network.
  Origin origin(const Script& script, Range commands) const;
  /// Whether any of `commands` reads a file that lines have written.
  bool shows_written(const Script& script, Range commands) const;
  bool shows_open_file(const Script& script, Range commands) const;
  void problem(Problem problem, std::string_view text, const std::string& via);
  void lines_apart(std::string_view text);
  /// The line as Python's prompt takes it.
  void at_python(std::string_view text);
  void command(const Reading& reading, const Command& command, const std::string& via, bool remote, int depth);
  void words(const Reading& reading, std::span<const Word> all, Scene scene, int wrapped);
  /// The program that the word runs under another name: a copy of it, a link to it, zsh's =NAME; empty if it is none.
  std::string stands_for(const Word& program) const;
  void words_as(const Reading& reading, const std::string& program, std::span<const Word> all, const Scene& scene,
                int wrapped);
  /// Variables that name a program to run or a library to load.
  void assignments(const Reading& reading, const Command& command, const std::string& via, bool remote, int depth);
  /// "$TOOL" -rf /, /bin/r?: the program is not known, but its arguments are.
  void unknown_program(const Call& call);
  /// What programs run that are given to this one: by unwrap, by a table of options, or anywhere among its words.
  void given(const Reading& reading, const Call& call, const std::vector<Inner>& inner, const std::string& via,
             int wrapped);

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
  /// The literal arguments of eval were read in place; what it takes from elsewhere is judged by its source.
  void evaluated(const Reading& reading, const Call& call, const std::string& via);
  void sourced(const Reading& reading, const Call& call, const std::string& via);
  /// alias NAME=COMMAND: later lines run it by a name that says nothing, with operands that are not known yet.
  void renamed(const Reading& reading, const Call& call, const std::string& via);

  // speech.cpp
  /// A line of a program with commands of its own (vim, gdb, sqlite3): its escapes to the shell, and code.
  void spoken(const Reading& reading, const Call& call, const Word& text, const std::string& via);
  /// Lines of that kind on standard input.
  void spoken_input(const Reading& reading, const Call& call, const std::string& via);
  void sed(const Reading& reading, const Call& call, std::string_view text, const std::string& via);
  void sed_scripts(const Reading& reading, const Call& call, const std::string& via);
  /// Command lines inside of words of programs about which nothing is known: --hook='rm -rf x', run rm -rf x. `alone`:
  /// it runs nothing that is known.
  void embedded(const Reading& reading, const Call& call, bool alone, const std::string& via, int wrapped);

  // statements.cpp
  /// The client of a database, or a program that transfers files, does what stands in a file: a line has written it,
  /// or it was not seen.
  void unseen_statements(const Call& call, std::string_view path);
  /// Text that the client of a database reads.
  void statements(const Call& call, std::string_view text);
  /// The files on the client's standard input and among its operands.
  void statement_files(const Call& call);

  // interpreters.cpp
  void interpreter(const Reading& reading, const Call& call, const std::string& via);
  void code(const Reading& reading, const Call& call, const std::string& text, const Word& word,
            const std::string& via);
  void awk(const Reading& reading, const Call& call, const std::string& via);
  void python(const Reading& reading, const Call& call, std::string_view text, const std::string& via);

  // running.cpp
  /// Runs the file: what lines have written into it is judged as the program takes it.
  void ran(const Reading& reading, const Call& call, std::string_view path, const std::string& via);
  void ran_text(const Reading& reading, const Call& call, const std::string& text, const std::string& via);
  /// Runs what these commands print: files that they show, and what they make of files.
  void ran_output(const Reading& reading, const Call& call, Range commands, const std::string& via);
  /// Runs something that lies in a folder that was fetched in this session.
  void ran_tree(const Call& call, std::string_view path);
  /// make, npm, cargo, ... run what the folder holds that they work in.
  void ran_folder(const Call& call);
  /// Programs that install or load a file.
  void installed(const Call& call);
  /// A desktop entry: its lines Exec=.
  void launched(const Reading& reading, const Call& call, const std::string& via);
  void git_folders(const Call& call);
  /// Pushes to an address, or to a remote that this session has given an address.
  void git_push(const Call& call);
  /// Programs that run files by their names alone: make, npm, pytest.
  void built(const Reading& reading, const Call& call, const std::string& via);
  void literals(const Reading& reading, const Call& call, const std::vector<std::string>& lines,
                const std::string& via);

  static constexpr std::size_t max_found = 64;

  bool text_ = false;  // expect_text
  bool of_program_ = false;
  Judgement worst_;
  Reasons found_;
  Reasons decided_;
  std::size_t scripts_ = 0;
  std::size_t work_ = 0;
  WrittenFiles written_;
  std::set<std::string, std::less<>> trees_;
  std::set<std::string, std::less<>> pushed_;
  std::set<std::string, std::less<>> unseen_files_;
  std::set<std::string, std::less<>> running_;  ///< files that are being judged: one may run itself
  Environment left_;
  Script script_;
  Problem problem_ = Problem::none;
};

inline constexpr std::string_view shells =
    "sh bash zsh dash ksh ksh93 mksh ash fish rbash csh tcsh yash posh elvish nu xonsh osh";
/// Programs with commands of their own and an escape to the shell.
inline constexpr std::string_view spoken_programs =
    "ed ex red vim vi nvim view gdb cgdb lldb sqlite3 mysql mariadb psql ftp sftp lftp bc dc gnuplot emacs";
/// Those of `interpreters` that read Python.
inline constexpr std::string_view python_interpreters = "python python2 python3 pypy pypy3 ipython";
inline constexpr std::string_view interpreters =
    "python python2 python3 pypy pypy3 perl ruby node nodejs bun deno php lua luajit tclsh wish Rscript osascript "
    "guile "
    "racket groovy scala julia elixir ghc sbcl clisp octave octave-cli ocaml raku swift kotlin pwsh powershell ghci "
    "irb ipython jshell expect gawk awk mawk nawk";

}  // namespace interlock::gate::shell
