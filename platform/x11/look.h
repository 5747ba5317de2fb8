/// What is on the display, as the X server stacks it. Read-only; used on the display thread.
#pragma once

#include <optional>
#include <vector>

#include "platform/window_system.h"
#include "platform/x11/connection.h"

namespace interlock::platform::x11 {

/// The windows under a point, from the child of the root down to the one that gets the pointer's events.
struct Path {
  std::vector<xcb_window_t> windows;  ///< empty: the bare root window
  std::optional<std::size_t> client;  ///< which of them is an application's top-level window (has WM_STATE)

  xcb_window_t hit() const { return windows.empty() ? 0 : windows.front(); }
  xcb_window_t receiver() const { return windows.empty() ? 0 : windows.back(); }
  bool operator==(const Path&) const = default;
};

/// What of a view has to be found again before an act.
struct Hit final : ViewHandle {
  Hit() = default;
  Hit(xcb_window_t window_, Rect rect_, xcb_window_t receiver_) : window(window_), rect(rect_), receiver(receiver_) {}
  xcb_window_t window = 0;    ///< the child of the root that is under the point; 0: the bare root
  Rect rect;                  ///< where it is
  xcb_window_t receiver = 0;  ///< the window that gets the event
};
/// All zero of a view in which nothing was found.
const Hit& hit_of(const WindowView& view);

/// By the server's own hit test (shapes and input shapes count). Nothing: a window went away meanwhile. `guess` is
/// where the path may well go: as far as it does, all levels are asked in one round trip instead of one each.
std::optional<Path> descend(const Connection& x, Point at, const Path& guess = {});

/// Process that owns the window, by XRes.
Known<std::uint32_t> pid_of(const Connection& x, xcb_window_t window);

/// The window that has the keyboard focus and the top-level window it belongs to; 0 where there is none. A window
/// without a top-level one is where a window manager parks the focus that nobody shall have.
struct Focus {
  xcb_window_t window = 0;
  xcb_window_t top = 0;
};
std::optional<Focus> focus_of(const Connection& x);

/// `path` is the guess, and then what was found.
WindowView look_at(const Connection& x, Point at, Path& path);
WindowView look_at_focus(const Connection& x);
/// As WindowSystem::window_named.
WindowView look_at_window(const Connection& x, xcb_window_t window);

/// All that is mapped, the lowest first; what goes away meanwhile is left out. Nothing: the display is lost.
std::optional<std::vector<StackedWindow>> stacked_windows(const Connection& x);

/// True if a process has a menu or list on the screen: an override-redirect window that is no tooltip or notification.
bool has_popup(const Connection& x, std::uint32_t pid);

/// "'Title' of chromium", for people.
std::string name_of(const Known<interlock::Window>& window);

}  // namespace interlock::platform::x11
