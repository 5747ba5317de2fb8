/// What a command line was found to consist of: simple commands, in the order in which they stand, those inside
/// substitutions, subshells, loops and functions among them.
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

/// Where the output of a command comes from, the worst first.
enum class Origin : std::uint8_t {
  network,   ///< what it downloads
  decoded,   ///< decoded, decrypted or unpacked: nobody has read it
  filtered,  ///< cut out of a text or put together of it: sed, cut, tr, rev
  unknown,   ///< some program's output
  file,      ///< a file that is there
  none,      ///< all of it stands in the line
};

struct Command {
  std::vector<Word> words;  ///< empty for assignments alone, and for the redirections of a compound command
  std::vector<std::pair<std::string, Value>> assignments;  ///< NAME=VALUE before them
  std::vector<Redirect> redirects;
  Range input;                      ///< the commands whose output it reads: what is before the pipe
  int reads = 0;                    ///< the pipe it reads from, by number; 0: none
  int writes = 0;                   ///< the pipe it writes to
  bool background = false;          ///< followed by &
  bool coprocess = false;           ///< later lines write what it reads
  int level = 0;                    ///< how many substitutions it stands in
  int subshells = 0;                ///< how many (...) it stands in
  std::string cwd;                  ///< the directory it runs in, where the line says so
  Origin origin = Origin::unknown;  ///< its input left aside; found when the whole line was read
};

/// Why a line could not be read to its end.
enum class Problem : std::uint8_t {
  none,
  confused,    ///< no shell would take it: a parenthesis or word where none may stand
  unfinished,  ///< a quote, substitution or loop is not closed: the shell waits for more
  too_much,    ///< past the limits below
};

struct Script {
  static constexpr std::size_t max_commands = 512;
  static constexpr std::size_t max_work = 1 << 20;  ///< characters read, those read again among them
  static constexpr int max_depth = 40;              ///< substitutions, subshells and loops inside one another

  std::vector<Command> commands;
  Problem problem = Problem::none;
  bool fork_bomb = false;  ///< a function or an endless loop that starts ever more copies
};

}  // namespace interlock::gate::shell
