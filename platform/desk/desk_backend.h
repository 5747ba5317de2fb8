/// A desktop that delivers input itself (a Wayland compositor, or a plugin of one) as a backend: interlockd waits for
/// it on a socket of its own (docs/desk-protocol.md). All on the daemon's loop.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platform/backend.h"

namespace interlock::platform {

/// Opening fails if the socket cannot be made; without a desk `Display::trouble` says so until one connects.
/// `programs`: executables that may be the desk.
std::shared_ptr<Backend> desk_backend(const std::string& socket, std::vector<std::string> programs,
                                      const std::string& version);

}  // namespace interlock::platform
