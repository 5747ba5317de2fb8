/// The last look before an act, under the server grab in which the act then happens.
#pragma once

#include <optional>
#include <vector>

#include "platform/injector.h"
#include "platform/x11/session.h"

namespace interlock::platform::x11 {

/// What is about to be pressed at a point.
struct Press {
  std::vector<unsigned> buttons;   ///< empty: the pointer only moves
  std::vector<KeyCode> modifiers;  ///< held around them
};

/// The window at the point is still the view's, where it was, of the same client, and no other client would get the
/// press: none grabs the pointer, none has a passive grab on the root window for these buttons. (A grab is allowed
/// while the target's own process has a menu or list open: the protocol does not name who grabs.)
std::optional<Refusal> check_pointer(Session& session, const WindowView& view, gate::Point at, const Press& press);

/// The focused window is still the view's, no other client grabs the keyboard, and nobody holds a modifier but us.
/// `ours`: the modifiers that our own earlier key_down holds are welcome.
std::optional<Refusal> check_keyboard(Session& session, const WindowView& view, bool ours);

}  // namespace interlock::platform::x11
