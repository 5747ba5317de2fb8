/// The last look before an act, under the server grab in which the act then happens.
#pragma once

#include <optional>

#include <tl/expected.hpp>

#include "platform/injector.h"
#include "platform/x11/look.h"
#include "platform/x11/session.h"

namespace interlock::platform::x11 {

/// What was found at the point, when nothing stands against the act.
struct Clearance {
  Path path;
  /// Somebody holds the pointer and may: the target's own menu, or the application under a button that we hold. It
  /// gets the press, whatever passive grabs there are.
  bool grabbed = false;
  /// The pointer is there already, and no button is down.
  bool there = false;
  xcb_window_t active = 0;  ///< what the window manager calls the active window
};

/// The window at the point is still the view's, where it was, of the same client, and no other client holds the
/// pointer. (A grab is allowed while the target's own process has a menu or list open: the protocol does not name who
/// grabs.) Passive grabs on the target's top-level window and above it need no look: `Hands::press_past_grabs` goes
/// past them. Not told apart, and not detected: a stranger's passive grab on a window *inside* of the target's
/// top-level window, where an application's own grabs belong; and who it is that grabs while the target has a menu
/// open.
/// One round trip where the pointer's last look led to the same window and nobody holds a modifier.
tl::expected<Clearance, Refusal> check_pointer(Session& session, const WindowView& view, Point at, bool presses);

/// The focused window is still the view's, or still nobody has the focus, no other client grabs the keyboard, and
/// nobody holds a modifier but us. `ours`: the modifiers that our own earlier key_down holds are welcome.
std::optional<Refusal> check_keyboard(Session& session, const WindowView& view, bool ours);

}  // namespace interlock::platform::x11
