/// The reader of command lines (POSIX sh and bash): text in, simple commands out. Total: any bytes, bounded work; what
/// cannot be read is told in Script::problem, and reading goes on behind it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gate/shell/command.h"
#include "gate/shell/environment.h"

namespace interlock::gate::shell {

/// All that reading one line needs and leaves behind.
struct Reading {
  Environment environment;
  Script script;
  std::size_t work = 0;
  int depth = 0;
  int level = 0;            ///< of command substitution
  int subshells = 0;        ///< (...) around the position
  int conditional = 0;      ///< > 0 in what may run or not: branches, loops, functions
  std::size_t choice = 0;   ///< which candidate of a variable is taken
  std::size_t choices = 1;  ///< how many there were to choose from

  void fail(Problem problem);
  /// False when the work is more than one line may cause.
  bool spend(std::size_t characters);
};

/// One deeper while it lives; `ok` is false where that is too deep.
class Deeper {
 public:
  explicit Deeper(Reading& reading);
  ~Deeper();
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  bool ok;

 private:
  Reading& reading_;
};

/// Reads the statements of `text` from `at` to its end or, where `closer` is given, to that character, and past it.
/// Gives the position behind.
std::size_t read_statements(Reading& reading, std::string_view text, std::size_t at, char closer = '\0');

/// Takes `command` into the script, and what it does to the shell itself into the environment: assignments by read and
/// printf -v, cd, alias, set, eval, calls of functions, ...
void emit(Reading& reading, Command command);

/// Reads a whole line.
Reading read_line(std::string_view text);

}  // namespace interlock::gate::shell
