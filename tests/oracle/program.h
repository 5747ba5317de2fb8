/// Runs another program over a file of input and collects its output.
#pragma once

#include <string>

namespace interlock::test {

struct Ran {
  int code = -1;       ///< exit status; -1 if it was ended by a signal
  std::string output;  ///< stdout
};

/// Runs `command` with /bin/sh. `input` becomes its standard input.
Ran run_with_input(const std::string& command, const std::string& input);

/// `text` as one word of a shell's line.
std::string shell_quoted(const std::string& text);

}  // namespace interlock::test
