/// Options, settings and variables of programs whose value is a command, in any language.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace interlock::gate::shell {

/// The language of a text that a program runs.
enum class Speech : std::uint8_t {
  shell,     ///< a command line
  words,     ///< the line of a program with its own commands and an escape to the shell: vim, gdb, sqlite3
  code,      ///< of an interpreter
  makefile,  ///< a makefile
  file,      ///< the path of a file that contains any of these
};

struct CommandOption {
  std::string_view programs;
  std::string_view options;     ///< "-x", "--long", "-long" and, as a prefix of a word, "+"
  std::string_view subcommand;  ///< only after this word; empty: always
  Speech speech = Speech::shell;
};

std::span<const CommandOption> command_options();

/// Whether git runs the value of this setting with a shell.
bool is_git_command(std::string_view key);
/// Whether git runs programs in the folder or file that this setting names.
bool is_git_folder(std::string_view key);
/// Variables whose value is a command that some program runs.
bool is_command_variable(std::string_view name);

}  // namespace interlock::gate::shell
