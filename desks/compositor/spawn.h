/// Starting programs.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace interlock::compositor {

/// Starts a program with this environment changed to the desk's (WAYLAND_DISPLAY, no DISPLAY). Throws if it cannot.
pid_t spawn(const std::vector<std::string>& command, const std::string& wayland_display);
/// Starts a program whose Wayland connection is a socket pair, and returns the other end.
int spawn_on_socket(const std::vector<std::string>& command);

}  // namespace interlock::compositor
