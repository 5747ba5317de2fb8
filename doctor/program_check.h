/// Asks one of interlock's own programs whether it works.
#pragma once

#include <optional>
#include <string>

#include "doctor/ways.h"

namespace interlock::doctor {

struct Checked {
  std::string program;  ///< its path
  int code = 0;         ///< its exit code; 127: it could not be started
  std::string said;     ///< on its standard output and error, or why it could not be started; at most 4 KiB
};

/// Runs `PROGRAM --check` and waits for its end. `relative`: the program's path from the folder of interlockd. Nothing
/// if no interlockd runs, or its folder is not known.
std::optional<Checked> check_program(const Ways& ways, const std::string& relative);

}  // namespace interlock::doctor
