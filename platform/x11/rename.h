/// Renames a window, under a server grab. Display thread.
#pragma once

#include "platform/injector.h"
#include "platform/x11/connection.h"
#include "values/action.h"

namespace interlock::platform::x11 {

/// Renames the window. If its title or class changes, the present names are first recorded on the window itself
/// (_INTERLOCK_FORMER_NAMES). The record stays as long as the window lives, and is read with its names. Not done: the
/// window is gone, or was renamed too often to record all its names.
Delivery rename_window(const Connection& x, xcb_window_t window, const RenameWindow& rename);

}  // namespace interlock::platform::x11
