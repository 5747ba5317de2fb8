/// What the lines handed over in the terminals of a desktop left behind for later ones: variables, functions, aliases
/// and the working directory of each terminal, and the files that were written. A plain value, bounded.
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>

#include "gate/shell/environment.h"
#include "gate/shell/judge.h"
#include "gate/shell/prompts.h"
#include "gate/shell/written_files.h"

namespace interlock::gate::shell {

struct Memory {
  static constexpr std::size_t max_terminals = 16;  ///< whose variables are remembered; the oldest go first

  struct Terminal {
    std::uint64_t field = 0;  ///< field_of
    Environment environment;
    Prompt prompt;  ///< of the program that reads the lines, as far as they say
  };
  std::deque<Terminal> terminals;
  WrittenFiles files;

  /// What is known before a line in the terminal `field`. Refers to this memory.
  Before before(std::uint64_t field) const;
  /// Takes in `lines` handed over there, without those that are still open (left_open).
  void remember(std::uint64_t field, std::string_view lines);
  /// The program that reads the lines of the terminal has ended.
  void leave(std::uint64_t field);
  /// The program that reads the lines of the terminal `field`; null if none is known.
  const Prompt* prompt(std::uint64_t field) const;

 private:
  Terminal& terminal(std::uint64_t field);
};

}  // namespace interlock::gate::shell
