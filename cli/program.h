/// The whole of interlockctl but its process.
#pragma once

namespace interlock::cli {

/// Reads the command line and does what it says. Returns the exit code: 0 done, 1 a negative answer or a failure, 2
/// wrong usage.
int run(int argc, const char* const* argv);

}  // namespace interlock::cli
