/// Programs with a prompt or a screen of their own, which a line leaves running in its terminal: what is typed after it
/// goes to them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gate/shell/command.h"

namespace interlock::gate::shell {

enum class Screen : std::uint8_t {
  lines,   ///< reads lines, with the keys of readline
  pager,   ///< shows text and takes single keys: less, htop
  editor,  ///< takes all keys: vim, nano
};

struct Prompt {
  std::string program;  ///< what reads the lines: "psql", "python3", "vim"; empty if nothing does
  Screen screen = Screen::lines;
  std::string said;  ///< harmless lines before that belong to what follows: an open statement, imports

  bool empty() const { return program.empty(); }
};

/// What the last command of a line leaves running.
Prompt left_running(const Script& script);

/// An interpreter of another language than the shell's reads the lines.
bool reads_code(const Prompt& prompt);

/// Whether `line` ends the program.
bool leaves(const Prompt& prompt, std::string_view line);

/// `lines` as a command line that gives them to the program, with the earlier lines that belong to them; empty if only
/// the shell's reading counts.
std::string as_given(const Prompt& prompt, std::string_view lines);

/// The part of `said` and of the harmless `lines` that belongs to what follows.
std::string still_said(const Prompt& prompt, std::string_view lines);

}  // namespace interlock::gate::shell
