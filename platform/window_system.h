/// Port: windows as the display server stacks them.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "values/geometry.h"
#include "values/observation.h"

namespace interlock::platform {

/// When an answer is no longer wanted.
using Deadline = std::chrono::steady_clock::time_point;

/// What a backend's injector has to find again of a view: a class of the backend's own, which nobody else reads.
class ViewHandle {
 public:
  ViewHandle() = default;
  ViewHandle(const ViewHandle&) = default;
  ViewHandle& operator=(const ViewHandle&) = default;
  virtual ~ViewHandle() = default;
};

/// A top-level window, and which of its parts is really hit: an open menu or combo popup of the same application is a
/// window of its own, and the element must be looked for in it. Rectangles and points are in screen pixels: those of
/// Screen's pictures.
struct WindowView {
  /// The client's top-level window. Its pid and app are those of the process that gets the event: for a window
  /// manager's frame (type "frame") and for a window embedded from elsewhere that is not the client.
  Known<Window> window;
  Known<Rect> popup;           ///< rectangle of the menu, list or the like under the point; none: no popup
  bool pointer_there = false;  ///< the pointer is at the point already; always false where no point was looked at
  std::shared_ptr<const ViewHandle> handle = {};  ///< null: nothing was found
};

/// A window that is on the screen.
struct StackedWindow {
  Window window;
  bool popup = false;  ///< an open menu, list or the like; no tooltip, notification or panel
  bool operator==(const StackedWindow&) const = default;
};

class WindowSystem {
 public:
  virtual ~WindowSystem() = default;

  /// The window that a pointer event at `at` would go to, by real stacking order. `none`: the desktop's background.
  virtual boost::asio::awaitable<WindowView> window_at(Point at, Deadline deadline) = 0;
  /// The top-level window that keys would go to. `none`: no window has the focus.
  virtual boost::asio::awaitable<WindowView> focused_window(Deadline deadline) = 0;
  /// The window with this id, shown or not: the view is of it, `window` is the top-level window that it is a part of.
  /// `none`: there is none, or it is the whole desktop.
  virtual boost::asio::awaitable<WindowView> window_named(std::uint64_t id, Deadline deadline) = 0;
  /// All windows that are mapped, the lowest first; what is covered whole is among them.
  virtual boost::asio::awaitable<Known<std::vector<StackedWindow>>> windows_in_order(Deadline deadline) = 0;
};

}  // namespace interlock::platform
