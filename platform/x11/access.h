/// Who may open the display without its cookie, as the X server reports it.
#pragma once

#include <string>
#include <vector>

#include "platform/display_access.h"
#include "platform/x11/connection.h"

namespace interlock::platform::x11 {

/// As DisplayAccess::admitted. "everybody" if nobody is kept out, also for a server of this machine that was started
/// without -auth or whose command line cannot be read.
std::vector<Admitted> admitted(const Connection& x);

/// The users that an entry of the access list admits, written as `xhost` does: "SI:localuser:agent",
/// "SI:localuser:#1000", "LOCAL:".
Admitted admitted_by(std::string entry);

}  // namespace interlock::platform::x11
