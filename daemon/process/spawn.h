/// Starts a program of which the daemon holds the input and the output.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace interlock::daemon {

/// Starts `arguments` (the first is the program's absolute path; no shell) in the folder "/", in its own process group
/// and with the default signals. It gets the daemon's environment without what systemd gave to this process only, and
/// with `variables` ("NAME=value"); `input` and `output` as its standard input and output, and of the daemon's other
/// files its standard error alone. The result is an error number; 0: `pid` runs.
int spawn(std::vector<std::string> arguments, std::vector<std::string> variables, int input, int output, pid_t& pid);

}  // namespace interlock::daemon
