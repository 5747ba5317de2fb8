/// interlockctl without its main().
#pragma once

namespace interlock::cli {

/// Parses the command line and runs its command. Returns the exit code: 0 done, 1 a negative answer or a failure, 2
/// wrong usage.
int run(int argc, const char* const* argv);

}  // namespace interlock::cli
