/// A click into a window makes it active: that is how a person changes windows. interlock's press goes past the window
/// manager's grabs, so the window manager is asked before the click to activate the window (EWMH, _NET_ACTIVE_WINDOW).
///
/// If the window manager does not support this (twm), the window gets the keyboard focus as in ICCCM 4.1.7 and is not
/// raised. Without a window manager nothing is done: applications then take the focus themselves.
#pragma once

#include "platform/x11/connection.h"
#include "values/observation.h"

namespace interlock::platform::x11 {

/// Requests activation if it is needed: for a normal, dialog, utility or desktop window that takes the focus and is not
/// active. Popups, docks, notifications and windows that never take the focus are left alone. True: the window manager
/// was asked, and needs a moment.
bool activate(const Connection& x, const interlock::Window& window);
bool is_active(const Connection& x, xcb_window_t window);
/// A window of the running window manager itself (_NET_SUPPORTING_WM_CHECK); 0: none runs.
xcb_window_t window_manager_window(const Connection& x);

}  // namespace interlock::platform::x11
