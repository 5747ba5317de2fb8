/// Who may open the display beside whoever has its cookie, by the X server's word.
#pragma once

#include <string>
#include <vector>

#include "platform/x11/connection.h"

namespace interlock::platform::x11 {

/// As `xhost` writes them: "SI:localuser:agent", "LOCAL:"; "everybody" where nobody is kept out, also by a server of
/// this machine that was started without -auth, or of which that cannot be seen. Our own user is not among them.
std::vector<std::string> let_in(const Connection& x);

}  // namespace interlock::platform::x11
