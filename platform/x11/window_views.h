/// Reads what is on the display, in the X server's stacking order. Read-only; used on the display thread.
#pragma once

#include <optional>
#include <vector>

#include "platform/window_system.h"
#include "platform/x11/connection.h"

namespace interlock::platform::x11 {

/// The windows under a point, from the child of the root down to the one that gets pointer events.
struct Path {
  std::vector<xcb_window_t> windows;  ///< empty: the bare root window
  std::optional<std::size_t> client;  ///< which of them is an application's top-level window (has WM_STATE)

  xcb_window_t hit() const { return windows.empty() ? 0 : windows.front(); }
  xcb_window_t receiver() const { return windows.empty() ? 0 : windows.back(); }
  bool operator==(const Path&) const = default;
};

/// The parts of a view that must be found again before an act.
struct Hit final : ViewHandle {
  Hit() = default;
  Hit(xcb_window_t window_, Rect rect_, xcb_window_t receiver_) : window(window_), rect(rect_), receiver(receiver_) {}
  xcb_window_t window = 0;    ///< the child of the root that is under the point; 0: the bare root
  Rect rect;                  ///< its place
  xcb_window_t receiver = 0;  ///< the window that gets the event
};
/// All zero for a view in which nothing was found.
const Hit& hit_of(const WindowView& view);

/// Uses the server's own hit test (shapes and input shapes count). Nothing: a window went away meanwhile. `guess` is a
/// likely path: as far as it is right, all levels are requested in one round trip instead of one each.
std::optional<Path> descend(const Connection& x, Point at, const Path& guess = {});

/// Process that owns the window, by XRes.
Known<std::uint32_t> pid_of(const Connection& x, xcb_window_t window);

/// The window that has the keyboard focus and its top-level window; 0 if there is none. A window without a top-level
/// window is one on which a window manager parks the focus when no application shall have it.
struct Focus {
  xcb_window_t window = 0;
  xcb_window_t top = 0;
};
std::optional<Focus> focus_of(const Connection& x);

/// `path` is the guess on entry, and the path that was found on return.
WindowView view_at(const Connection& x, Point at, Path& path);
WindowView view_of_focus(const Connection& x);
/// As WindowSystem::window_named.
WindowView view_of_window(const Connection& x, xcb_window_t window);

/// All mapped windows, the lowest first; those that go away meanwhile are left out. Nothing: the display is lost.
std::optional<std::vector<StackedWindow>> stacked_windows(const Connection& x);

/// As WindowSystem::windows_of; what goes away meanwhile is left out. Nothing: the display is lost.
std::optional<std::vector<ProgramWindow>> windows_of(const Connection& x, std::uint32_t pid);

/// True if a process shows a menu or list: an override-redirect window that is not a tooltip or notification.
bool has_popup(const Connection& x, std::uint32_t pid);
/// True if the window manager shows a menu or a switcher of its own.
bool window_manager_has_popup(const Connection& x);

/// "'Title' of chromium", for people.
std::string name_of(const Known<interlock::Window>& window);

}  // namespace interlock::platform::x11
