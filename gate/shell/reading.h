/// The reader of command lines (POSIX sh and bash): text in, simple commands out. Total: any bytes, bounded work; what
/// cannot be read is reported in Script::problem, and reading continues after it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gate/shell/command.h"
#include "gate/shell/environment.h"

namespace interlock::gate::shell {

/// Which of its values each variable of a simple command has in one of the readings of that command.
struct Choices {
  static constexpr std::size_t max_readings = 64;

  std::size_t reading = 0;   ///< the number of this one
  std::size_t readings = 1;  ///< how many there are, as far as is known yet
  bool unknown = false;      ///< a variable with several values is not known in this one

  /// Which of `size` values the variable `of` has.
  std::size_t pick(const void* of, std::size_t size);
  void begin(std::size_t number);

 private:
  std::vector<std::pair<const void*, std::size_t>> picked_;
  std::size_t stride_ = 1;
};

/// All that reading one line needs and leaves behind.
struct Reading {
  Environment environment;
  Script script;
  std::size_t work = 0;
  int depth = 0;
  int level = 0;               ///< of command substitution
  int subshells = 0;           ///< (...) around the position
  int conditional = 0;         ///< > 0 in what may run or not: branches, loops, functions
  Choices choices;             ///< of the simple command that is read
  int words = 0;               ///< words of simple commands around the position
  bool names_program = false;  ///< the word that is read is the first of a simple command
  /// Of the text as a whole: where its last line begins, before which nothing is left open, and whether a shell would
  /// refuse that line.
  std::size_t last_line = 0;
  bool refused = false;

  void fail(Problem problem);
  /// False when the work is more than one line may cause.
  bool spend(std::size_t characters);
};

/// Increments the nesting depth during its lifetime; `ok` is false if the limit is exceeded.
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
