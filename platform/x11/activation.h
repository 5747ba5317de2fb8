/// A click into a window makes it the active one: that is how a person goes from window to window. Our press goes past
/// the window manager's grabs, so the window manager is told, in its own language (EWMH, _NET_ACTIVE_WINDOW), before
/// the click.
///
/// Under a window manager that does not speak it (twm) the window is given the keyboard focus, as ICCCM 4.1.7 has it,
/// and is not raised. Without a window manager nothing is done: applications see to it themselves there.
#pragma once

#include "platform/x11/connection.h"
#include "values/observation.h"

namespace interlock::platform::x11 {

/// Asks for it where it is wanted: a normal, dialog, utility or desktop window that takes the focus and is not active.
/// Popups, docks, notifications and windows that never take the focus are left alone. True: the window manager has
/// been asked, and needs a moment.
bool activate(const Connection& x, const interlock::Window& window);
bool is_active(const Connection& x, xcb_window_t window);

}  // namespace interlock::platform::x11
