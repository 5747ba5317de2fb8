/// The command line's own description of itself, for the completions of shells and the tests of the manual.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace interlock::cli {

/// What may stand as a value.
enum class Values {
  none,      ///< nothing that could be known
  files,     ///< a path
  pending,   ///< the id of an open question
  sessions,  ///< the id of a session
  words,     ///< one of `words`
};

struct OptionLine {
  std::vector<std::string> names;  ///< "-f", "--follow"; of a positional its name alone: "ID"
  std::string about;
  bool positional = false;
  bool takes_value = false;
  Values values = Values::none;
  std::vector<std::string> words;
};

struct CommandLine {
  std::string name;  ///< "audit"; of a command of a command "audit verify"
  std::string about;
  std::vector<OptionLine> options;
};

/// The program itself first, under an empty name; its options go with every command.
std::vector<CommandLine> command_tree(const CLI::App& program);

}  // namespace interlock::cli
