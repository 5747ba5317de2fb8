/// What a window is called, set under a server grab. Display thread.
#pragma once

#include "platform/injector.h"
#include "platform/x11/connection.h"
#include "values/action.h"

namespace interlock::platform::x11 {

/// Names the window, after what it is called now was written down on it (_INTERLOCK_FORMER_NAMES) where title or class
/// change. That stands there as long as the window lives, and is read with its names. Not done: the window is gone, or
/// has been renamed too often for all its names to be kept.
Delivery rename_window(const Connection& x, xcb_window_t window, const RenameWindow& rename);

}  // namespace interlock::platform::x11
