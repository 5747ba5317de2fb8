/// A description of the command line, for the completions of shells and the tests of the manual.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace interlock::cli {

/// What kind of value an option takes.
enum class Values {
  none,      ///< unknown
  files,     ///< a path
  pending,   ///< the id of an open question
  sessions,  ///< the id of a session
  words,     ///< one of `words`
};

struct OptionLine {
  std::vector<std::string> names;  ///< "-f", "--follow"; for a positional only its name: "ID"
  std::string about;
  bool positional = false;
  bool takes_value = false;
  Values values = Values::none;
  std::vector<std::string> words;
};

struct CommandLine {
  std::string name;  ///< "audit"; for a subcommand "audit verify"
  std::string about;
  std::vector<OptionLine> options;
};

/// The program itself is first, with an empty name; every command accepts its options.
std::vector<CommandLine> command_tree(const CLI::App& program);

}  // namespace interlock::cli
