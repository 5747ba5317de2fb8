/// A cell of a notebook (IPython and its kernels) as a script that does the same: `!command`, `%%bash` and other magics
/// become commands, the rest is Python on standard input.
#pragma once

#include <string>
#include <string_view>

namespace interlock::gate::shell {

std::string cell_as_script(std::string_view cell);

/// PROGRAM with `lines` on its standard input, as a here-document.
std::string given_lines(std::string_view program, std::string_view lines);

}  // namespace interlock::gate::shell
