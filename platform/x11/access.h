/// Who may open the display beside whoever has its cookie, by the X server's word.
#pragma once

#include <string>
#include <vector>

#include "platform/display_access.h"
#include "platform/x11/connection.h"

namespace interlock::platform::x11 {

/// As DisplayAccess::admitted. "everybody" if nobody is kept out, also by a server of this machine that was started
/// without -auth, or of which that cannot be seen.
std::vector<Admitted> admitted(const Connection& x);

/// Whom an entry of the access list means, written as `xhost` does: "SI:localuser:agent", "SI:localuser:#1000",
/// "LOCAL:".
Admitted admitted_by(std::string entry);

}  // namespace interlock::platform::x11
