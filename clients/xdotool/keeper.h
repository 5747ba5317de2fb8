/// What is held down ends with its connection, and with it the process that holds it. The original's `mousedown 1` and
/// `keydown shift` outlive it, and what is pressed by one command is let go by the next. So a child stays behind for a
/// while, with the connection and nothing else.
#pragma once

#include <chrono>

#include "clients/xdotool/link.h"

namespace interlock::xdotool {

/// Longest time for which something stays pressed without a command of its own.
inline constexpr std::chrono::seconds hold_limit{60};

/// Leaves a process that keeps the connection open until it ends or the limit is over.
void keep_open(const Link& link);

}  // namespace interlock::xdotool
