/// The bubbles of xfce4-notifyd. For tests.
#pragma once

#include <sstream>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {

/// The bubble's rectangle, from the X server; empty if there is none. The server also owns a 10 x 10 window.
inline Rect shown_bubble(const Desktop& desktop) {
  try {
    std::istringstream ids(desktop.output({"xdotool", "search", "--onlyvisible", "--class", "xfce4-notifyd"}));
    for (unsigned long id = 0; ids >> id;) {
      const auto rect = window_rect(desktop, id);
      if (rect.width > 100) return rect;
    }
  } catch (const std::exception&) {  // none, or it has just closed
  }
  return {};
}

/// The last button, which is drawn in the lower right corner.
inline Point last_button(const Rect& bubble) {
  return {bubble.x + bubble.width - 57, bubble.y + bubble.height - 31};
}

}  // namespace interlock::test
