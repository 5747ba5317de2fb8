/// The shell that reads what is typed into a terminal emulator's window, as /proc shows it. Free functions, any thread.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>
#include <tl/expected.hpp>

namespace interlock::platform {

struct TerminalShell {
  std::string program;  ///< "bash"
  std::string folder;   ///< its working directory
  std::string home;     ///< its $HOME when it started
};

/// The shell in the foreground of the pseudo terminals that process `emulator` holds; or why it is not known, as a
/// clause: another program reads what is typed, several shells run in different folders, ...
tl::expected<TerminalShell, std::string> shell_of_terminal(pid_t emulator);

}  // namespace interlock::platform
