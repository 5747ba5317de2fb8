/// Port: information about windows and desktops beyond the target of an action, for agents that ask.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/window_system.h"
#include "values/geometry.h"
#include "values/known.h"
#include "values/observation.h"

namespace interlock::platform {

/// The resize increments of a window, such as a terminal's columns and rows.
struct SizeSteps {
  std::int32_t base_width = 0;
  std::int32_t base_height = 0;
  std::int32_t width = 1;  ///< of one step
  std::int32_t height = 1;
  bool operator==(const SizeSteps&) const = default;
};

/// A window of any kind, with its own properties: they are its program's claims and may be false.
struct WindowFacts {
  std::uint64_t id = 0;
  std::uint64_t parent = 0;  ///< 0: it is the root window
  std::string name;          ///< its title
  std::string class_name;    ///< WM_CLASS's first part, "xterm"
  std::string wm_class;      ///< its second part, "XTerm"
  std::uint32_t pid = 0;     ///< from its property _NET_WM_PID; 0: it has none
  Rect rect;                 ///< without its border, in screen pixels
  Point offset;              ///< of its outer corner in its parent
  bool visible = false;      ///< mapped, and all its ancestors are mapped
  std::optional<std::uint32_t> desktop;
  std::optional<SizeSteps> steps;
  bool managed = false;                 ///< the window manager lists it as an application's window
  std::vector<std::uint64_t> children;  ///< the lowest first
};

/// Windows in search order: the root window, its children, the first child's children, ...
struct WindowTree {
  std::vector<Window> tops;  ///< the top-level windows
  struct Entry {
    WindowFacts facts;
    std::optional<std::size_t> top;  ///< index in `tops` of its top-level window; nothing: the root
  };
  std::vector<Entry> windows;
  bool truncated = false;  ///< there are more than `most_windows`
};
inline constexpr std::size_t most_windows = 4096;

struct TreeQuery {
  std::optional<std::int32_t> depth;  ///< nothing: no limit
  bool visible = false;
};

struct DesktopFacts {
  std::string display;  ///< its name: ":0"
  Rect screen;
  std::uint64_t root = 0;
  Point pointer;
  std::uint64_t under_pointer = 0;  ///< the application's window, else the child of the root; 0: the bare root
  std::uint64_t frame = 0;          ///< the child of the root at the pointer, possibly a window manager's frame
  std::uint64_t active = 0;         ///< as the window manager reports it
  std::uint64_t focus = 0;          ///< the window that gets keys; 0: none, 1: the one under the pointer
  std::uint64_t focus_top = 0;      ///< the application's window that contains `focus`
  std::optional<std::uint32_t> desktop;
  std::optional<std::uint32_t> desktops;
  std::optional<Point> viewport;
  std::vector<std::string> supported;  ///< the features used here that the window manager supports
};

class WindowQueries {
 public:
  virtual ~WindowQueries() = default;
  virtual boost::asio::awaitable<Known<DesktopFacts>> desktop(Deadline deadline) = 0;
  /// `none`: there is no such window.
  virtual boost::asio::awaitable<Known<WindowFacts>> window(std::uint64_t id, Deadline deadline) = 0;
  virtual boost::asio::awaitable<Known<WindowTree>> windows(TreeQuery query, Deadline deadline) = 0;
};

}  // namespace interlock::platform
