/// A program about to run, as the judges see it: its name, options and operands, and what started it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gate/shell/command.h"
#include "values/decision.h"

namespace interlock::gate::shell {

/// How a program is started.
struct Scene {
  const Script& script;
  const Command& command;  ///< the simple command that it belongs to
  std::string via;         ///< "sudo, xargs"; empty for the command's own program
  bool remote = false;     ///< runs on another machine or in a container
  bool exempt = false;     ///< its arguments are not known (xargs, find): it never counts as harmless
  int depth = 0;
};

struct Operand {
  const Word* word;
  bool after_option;   ///< may be the option's value
  bool value = false;  ///< is the option's value: kubectl --context delete
  const std::string& text() const { return word->text; }
};

class Call {
 public:
  /// `words` contains at least the program and outlives the call.
  Call(std::span<const Word> words, Scene scene);

  std::string_view program;
  std::span<const Word> words;
  const Scene scene;
  std::vector<std::string_view> options;  ///< words that begin with -, before --
  std::vector<Operand> operands;          ///< all others, including those after --

  /// Any of `names`, separated by spaces: "-r" also in "-fr", "--force" also as "--force=x" and shortened to four
  /// letters or more (git: three), "-name" exactly; a name without dash is an operand. "--" is that sign itself,
  /// "--name=value" exactly that. With `shortened` false, no shortened names.
  bool has(std::string_view names, bool shortened = true) const;
  bool is(std::string_view names) const;  ///< the program is one of `names`, separated by spaces
  /// Value of an option given as "--name=value", "--name value", "-nvalue" or "-n value"; empty if it is not there.
  std::string_view value(std::string_view names) const;
  /// Only asks for help or the version.
  bool asks_for_help() const;
};

/// An effect of a program that cannot be undone.
struct Danger {
  Decision decision = Decision::require_confirmation;
  std::string_view code;  ///< static: "file_destruction"
  std::string what;       ///< for "PROGRAM ...": "deletes /etc and everything in it"
};

/// Whether `name` is one of `names`, separated by spaces or bars.
bool is_listed(std::string_view names, std::string_view name);

}  // namespace interlock::gate::shell
