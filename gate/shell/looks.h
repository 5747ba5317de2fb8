/// Command lines that only read: for a task that only reads. By what programs and options do; what is not known is no
/// such line.
#pragma once

#include <string_view>

#include "gate/shell/prompts.h"

namespace interlock::gate::shell {

/// Whether every command of `lines` only reads, and nothing is written but to /dev/null and below /tmp. `prompt`: the
/// program that reads the lines, null if it is a shell as far as is known. Also starts of a database's client or of a
/// shell on another machine, whose lines are looked at in turn, and what ends them. Total and bounded on any text.
bool only_looks(std::string_view lines, const Prompt* prompt);

}  // namespace interlock::gate::shell
