/// Scripts: a file or standard input with commands, one chain per line.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace interlock::xdotool {

/// Calls `run` with the words of each line, with $1 and $NAME replaced, and returns the last exit code: as in the
/// original, a line that fails does not end the script. `arguments`: the script's own, from $1 on. `path` "-": standard
/// input.
int run_script(const std::string& path, const std::vector<std::string>& arguments,
               const std::function<int(std::vector<std::string>)>& run);

}  // namespace interlock::xdotool
