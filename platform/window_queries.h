/// Port: what there is to know about windows and desktops beside what an action meets: for agents that ask.
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

/// How a window wants to be sized: a terminal by its columns and rows.
struct SizeSteps {
  std::int32_t base_width = 0;
  std::int32_t base_height = 0;
  std::int32_t width = 1;  ///< of one step
  std::int32_t height = 1;
  bool operator==(const SizeSteps&) const = default;
};

/// A window of any kind, by its own properties: what its program says of it, whom nobody has to believe.
struct WindowFacts {
  std::uint64_t id = 0;
  std::uint64_t parent = 0;  ///< 0: it is the root window
  std::string name;          ///< its title
  std::string class_name;    ///< WM_CLASS's first part, "xterm"
  std::string wm_class;      ///< ... and its second, "XTerm"
  std::uint32_t pid = 0;     ///< by its property _NET_WM_PID; 0: it has none
  Rect rect;                 ///< without its border, in screen pixels
  Point offset;              ///< of its outer corner in its parent
  bool visible = false;      ///< mapped, and all that it is in, too
  std::optional<std::uint32_t> desktop;
  std::optional<SizeSteps> steps;
  bool managed = false;                 ///< the window manager counts it as an application's window
  std::vector<std::uint64_t> children;  ///< the lowest first
};

/// Windows in the order in which they are looked for: the root window, its children, the first child's children, ...
struct WindowTree {
  std::vector<Window> tops;  ///< the top-level windows
  struct Entry {
    WindowFacts facts;
    std::optional<std::size_t> top;  ///< which of `tops` it is a part of; nothing: the root
  };
  std::vector<Entry> windows;
  bool truncated = false;  ///< there are more than `most_windows`
};
inline constexpr std::size_t most_windows = 4096;

struct TreeQuery {
  std::optional<std::int32_t> depth;  ///< nothing: as deep as it goes
  bool visible = false;
};

struct DesktopFacts {
  Rect screen;
  std::uint64_t root = 0;
  Point pointer;
  std::uint64_t under_pointer = 0;  ///< the application's window, else the child of the root; 0: the bare root
  std::uint64_t frame = 0;          ///< the child of the root there, which may be a window manager's frame
  std::uint64_t active = 0;         ///< by the window manager's word
  std::uint64_t focus = 0;          ///< what gets the keys; 0: none, 1: what is under the pointer
  std::uint64_t focus_top = 0;      ///< ... and the application's window that it is a part of
  std::optional<std::uint32_t> desktop;
  std::optional<std::uint32_t> desktops;
  std::optional<Point> viewport;
  std::vector<std::string> supported;  ///< which of the window manager's abilities that are used here it has
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
