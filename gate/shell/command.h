/// The result of reading a command line: simple commands, in their order in the line, including those inside
/// substitutions, subshells, loops and functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gate/shell/value.h"

namespace interlock::gate::shell {

struct Redirect {
  enum class Kind : std::uint8_t { read, write, append, duplicate, text };
  Kind kind = Kind::read;
  std::string descriptor;  ///< as written before the operator: "", "2", "{fd}"
  Word target;             ///< the file; for `text` (here-document, here-string) the text
};

/// The source of a command's output, the worst first.
enum class Origin : std::uint8_t {
  network,   ///< what it downloads
  decoded,   ///< decoded, decrypted or unpacked: its content was not shown to anybody
  filtered,  ///< cut or composed from a text: sed, cut, tr, rev
  unknown,   ///< output of an unknown program
  file,      ///< an existing file
  none,      ///< the line contains all of it
};

struct Command {
  std::vector<Word> words;  ///< empty if there are only assignments, and for the redirections of a compound command
  std::vector<std::pair<std::string, Value>> assignments;  ///< NAME=VALUE before them
  std::vector<Redirect> redirects;
  Range input;                            ///< the commands whose output it reads: those before the pipe
  int reads = 0;                          ///< the pipe it reads from, by number; 0: none
  int writes = 0;                         ///< the pipe it writes to
  bool background = false;                ///< followed by &
  bool coprocess = false;                 ///< later lines write what it reads
  int level = 0;                          ///< number of substitutions around it
  int subshells = 0;                      ///< number of (...) around it
  std::string cwd;                        ///< the directory it runs in, if the line sets it
  Origin origin = Origin::unknown;        ///< without its input; determined after the whole line was read, as is:
  Origin worst_origin = Origin::unknown;  ///< with all that reaches it by pipes
  bool reads_secrets = false;  ///< secrets, the environment, or files as a whole; it, or what reaches it by pipes
};

/// Why a line could not be read completely.
enum class Problem : std::uint8_t {
  none,
  confused,    ///< no shell would accept it: a parenthesis or word in a wrong place
  unfinished,  ///< a quote, substitution or loop is not closed: the shell waits for more
  too_much,    ///< above the limits below
};

struct Script {
  static constexpr std::size_t max_commands = 512;
  static constexpr std::size_t max_work = 1 << 20;  ///< characters read, including repetitions
  static constexpr int max_depth = 40;              ///< substitutions, subshells and loops inside one another

  std::vector<Command> commands;
  Problem problem = Problem::none;
  bool fork_bomb = false;             ///< a function or an endless loop that starts ever more copies of itself
  mutable std::size_t looked_at = 0;  ///< commands that were looked at for where output comes from; a test counts them
};

}  // namespace interlock::gate::shell
