/// Held keys and buttons are released when their connection closes, that is, when the process ends. With the original,
/// `mousedown 1` and `keydown shift` outlive the process, and a later command releases them. So a child process stays
/// for a while and keeps only the connection.
#pragma once

#include <chrono>

#include "clients/xdotool/link.h"

namespace interlock::xdotool {

/// The longest time for which something stays pressed without a further command.
inline constexpr std::chrono::seconds hold_limit{60};

/// Starts a process that keeps the connection open until it closes or the limit has passed.
void keep_open(const Link& link);

}  // namespace interlock::xdotool
