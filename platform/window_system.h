/// Port: windows as the display server stacks them.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "values/geometry.h"
#include "values/observation.h"
#include "values/program_window.h"

namespace interlock::platform {

/// When the caller no longer needs the answer.
using Deadline = std::chrono::steady_clock::time_point;

/// What a backend's injector needs to find a view again: a class of the backend's own that only the backend reads.
class ViewHandle {
 public:
  ViewHandle() = default;
  ViewHandle(const ViewHandle&) = default;
  ViewHandle& operator=(const ViewHandle&) = default;
  virtual ~ViewHandle() = default;
};

struct ShownPart;

/// A top-level window, and which of its parts is hit: an open menu or combo popup of the same application is a window
/// of its own, and the element must be looked for in it. Rectangles and points are in screen pixels, as in Screen's
/// pictures.
struct WindowView {
  /// The client's top-level window. Its pid and app are those of the process that gets the event. These differ from the
  /// client's for a window manager's frame (type "frame") and for a window embedded from another process.
  Known<Window> window;
  Known<Rect> popup;           ///< rectangle of the menu, list or the like under the point; none: no popup
  bool pointer_there = false;  ///< the pointer is at the point already; always false if no point was given
  std::shared_ptr<const ViewHandle> handle = {};  ///< null: nothing was found
  /// Pixels that a press is judged by: the injector presses only while the screen shows them. Null: there are none.
  std::shared_ptr<const ShownPart> shows = {};
};

/// A window that is on the screen.
struct StackedWindow {
  Window window;
  bool popup = false;  ///< an open menu, list or the like; not a tooltip, notification or panel
  bool operator==(const StackedWindow&) const = default;
};

class WindowSystem {
 public:
  virtual ~WindowSystem() = default;

  /// The window that a pointer event at `at` would go to, by real stacking order. `none`: the desktop's background.
  virtual boost::asio::awaitable<WindowView> window_at(Point at, Deadline deadline) = 0;
  /// The top-level window that gets keys. `none`: no window has the focus.
  virtual boost::asio::awaitable<WindowView> focused_window(Deadline deadline) = 0;
  /// The window with this id, mapped or not: the view is of it, and `window` is the top-level window that contains it.
  /// `none`: there is no such window, or it is the whole desktop.
  virtual boost::asio::awaitable<WindowView> window_named(std::uint64_t id, Deadline deadline) = 0;
  /// The windows that the window manager counts as this process's, shown or not; without a window manager those that
  /// are mapped.
  virtual boost::asio::awaitable<Known<std::vector<ProgramWindow>>> windows_of(std::uint32_t pid,
                                                                               Deadline deadline) = 0;
  /// All mapped windows, the lowest first, including those that are completely covered.
  virtual boost::asio::awaitable<Known<std::vector<StackedWindow>>> windows_in_order(Deadline deadline) = 0;
};

}  // namespace interlock::platform
