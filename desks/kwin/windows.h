/// KWin's windows as the wire describes them, and which one is at a point or has the keyboard.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "desks/wire/messages.h"

namespace KWin {
class Window;
}

namespace interlock::kwin {

/// The window that `popup` belongs to, or itself.
KWin::Window* toplevel_of(KWin::Window* popup);

/// What a press at this point would reach.
struct Target {
  desk::HitKind kind = desk::HitKind::background;
  KWin::Window* window = nullptr;   ///< the toplevel; set if `kind` is `window`
  KWin::Window* surface = nullptr;  ///< it, or its popup that is hit
};
Target target_at(Point at);

/// The window with the keyboard, or null.
KWin::Window* focused();

/// The process that gets the events of a window.
std::uint32_t receiver_of(const KWin::Window& window);

desk::Window facts_of(KWin::Window& window);
Rect frame_of(const KWin::Window& window);
Rect buffer_of(const KWin::Window& window);
KWin::Window* window_of(std::uint64_t id);
std::vector<desk::Window> all_windows();

/// A window of another process whose menu has grabbed the input; null if there is none.
KWin::Window* menu_of_another(std::uint32_t process);

desk::Screen screen();
bool is_locked();

}  // namespace interlock::kwin
