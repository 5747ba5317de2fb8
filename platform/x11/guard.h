/// The last check before an act, under the same server grab as the act.
#pragma once

#include <optional>

#include <tl/expected.hpp>

#include "platform/injector.h"
#include "platform/x11/display_session.h"
#include "platform/x11/window_views.h"

namespace interlock::platform::x11 {

/// What was found at the point if nothing forbids the act.
struct Clearance {
  Path path;
  /// A client holds the pointer legitimately: the target's own menu, or the application under a button that we hold. It
  /// gets the press, whatever passive grabs there are.
  bool grabbed = false;
  /// The pointer is there already, and no button is down.
  bool there = false;
  xcb_window_t active = 0;  ///< the active window according to the window manager
};

/// Checks that the window at the point is still the view's, in the same place, of the same client, and that no other
/// client holds the pointer. (A grab is allowed while the target's own process has a menu or list open: the protocol
/// does not name the grabbing client.) Passive grabs on the target's top-level window and above it need no check:
/// `Hands::press_past_grabs` goes past them. Not detected: a stranger's passive grab on a window *inside* the target's
/// top-level window, where an application's own grabs belong; and which client grabs while the target has a menu open.
/// Takes one round trip if the last look at the pointer led to the same window and nobody holds a modifier.
tl::expected<Clearance, Refusal> check_pointer(DisplaySession& session, const WindowView& view, Point at, bool presses);

/// Checks that the focused window is still the view's, or that still no window has the focus, that no other client
/// grabs the keyboard, and that nobody holds a modifier but us. `ours`: the modifiers that our own earlier key_down
/// holds are allowed. `escapes`: the act is Escape alone, which may go to a menu or switcher of the window manager's
/// that holds the keyboard: it closes it, and nothing else would while it is open.
std::optional<Refusal> check_keyboard(DisplaySession& session, const WindowView& view, bool ours, bool escapes = false);

}  // namespace interlock::platform::x11
