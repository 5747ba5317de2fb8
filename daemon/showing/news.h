/// What came of an action, in a word. Pure.
#pragma once

#include <string_view>

#include "daemon/showing/looks.h"

namespace interlock::daemon {

/// `before`: what the session was shown before, null if it was shown nothing; `now`: its first window is the active
/// one. One of "same", "changed", "new page", "dialog opened", "dialog closed", "window opened", "window closed",
/// "another window", "first look", "unknown".
std::string_view news_of(const LookTaken* before, const LookTaken& now, const Window& active);

}  // namespace interlock::daemon
