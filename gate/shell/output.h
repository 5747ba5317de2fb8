/// The output of commands, if the line alone determines it: echo, printf, decoders and filters of known text.
#pragma once

#include <string>

#include "gate/shell/command.h"

namespace interlock::gate::shell {

/// What `commands` print together; parts that are not known are unknown_char.
std::string printed(const Script& script, Range commands);

/// What one command prints, in the same form, wherever the output goes.
std::string output_of(const Script& script, const Command& command);

/// What command `index` reads on its standard input: a here-document, here-string or pipe; unknown_char if that is not
/// known, nothing if it reads the terminal.
std::string standard_input(const Script& script, const Command& command);

/// The program's name without folder: "rm" for "/bin/rm"; empty if there is none.
std::string_view base_name(std::string_view path);

}  // namespace interlock::gate::shell
