/// Port: windows as the display server stacks them.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <vector>

#include "values/geometry.h"
#include "values/observation.h"

namespace interlock::platform {

/// When an answer is no longer wanted.
using Deadline = std::chrono::steady_clock::time_point;

/// A top-level window, and which of its X windows is really hit: an open menu or combo popup of the same application is
/// a window of its own, and the element must be looked for in it.
struct WindowView {
  /// The client's top-level window. Its pid and app are those of the process that gets the event: for a window
  /// manager's frame (type "frame") and for a window embedded from elsewhere that is not the client.
  Known<Window> window;
  Known<Rect> popup;           ///< rectangle of the override-redirect popup under the point; none: no popup
  bool pointer_there = false;  ///< the pointer is at the point already; always false where no point was looked at

  // What the injector has to find again; nobody else's business.
  std::uint64_t hit = 0;       ///< X id of the child of the root that is under the point; 0: the bare root
  Rect hit_rect;               ///< where it is
  std::uint64_t receiver = 0;  ///< X id of the window that gets the event
};

/// A window that is on the screen.
struct StackedWindow {
  Window window;
  bool popup = false;  ///< an open menu, list or the like: override-redirect, and no tooltip, notification or panel
  bool operator==(const StackedWindow&) const = default;
};

class WindowSystem {
 public:
  virtual ~WindowSystem() = default;

  /// The window that a pointer event at `at` would go to, by real stacking order. `none`: the bare root window.
  virtual boost::asio::awaitable<WindowView> window_at(Point at, Deadline deadline) = 0;
  /// The top-level window that keys would go to. `none`: no window has the focus.
  virtual boost::asio::awaitable<WindowView> focused_window(Deadline deadline) = 0;
  /// The window with this id, shown or not: `receiver` is the id, `window` the top-level window that it is a part of.
  /// `none`: there is none, or it is the root window.
  virtual boost::asio::awaitable<WindowView> window_named(std::uint64_t id, Deadline deadline) = 0;
  /// All windows that are mapped, the lowest first; what is covered whole is among them.
  virtual boost::asio::awaitable<Known<std::vector<StackedWindow>>> windows_in_order(Deadline deadline) = 0;
};

}  // namespace interlock::platform
