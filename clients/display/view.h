/// What the display reports about the desktop and its windows: the daemon's answers, kept for a moment, because clients
/// ask for each window and each property alone.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clients/display/agent.h"
#include "values/geometry.h"

namespace interlock::display {

using WindowId = std::uint32_t;

/// The steps in which a window is sized, such as columns and rows, in pixels.
struct SizeSteps {
  std::uint32_t base_width = 0;
  std::uint32_t base_height = 0;
  std::uint32_t width = 1;
  std::uint32_t height = 1;
};

struct WindowView {
  WindowId id = 0;
  WindowId parent = 0;  ///< 0: it is the root
  std::string title;
  std::string class_name;
  std::string wm_class;
  std::optional<std::uint32_t> pid;
  Rect rect;     ///< on the screen
  Point offset;  ///< in its parent
  bool visible = false;
  std::optional<std::uint32_t> desktop;
  std::optional<SizeSteps> steps;  ///< nothing: its size has no steps
  std::vector<WindowId> children;  ///< the lowest first
};

struct Windows {
  WindowId root = 0;
  std::map<WindowId, WindowView> all;
  std::vector<WindowId> order;  ///< as the daemon lists them: the root, its children from the lowest up, ...
  const WindowView* find(WindowId id) const;
  /// The child of the root that is topmost at a point; null: the bare root.
  const WindowView* top_at(Point at) const;
  /// The application windows, the lowest first.
  std::vector<WindowId> applications() const;
};

struct DesktopView {
  WindowId root = 0;
  std::uint16_t width = 0;
  std::uint16_t height = 0;
  Point pointer;
  WindowId frame = 0;   ///< the child of the root under the pointer; 0: none
  WindowId active = 0;  ///< 0: none
  WindowId focus = 0;   ///< the window that gets the keys
  std::optional<std::uint32_t> desktop, desktops;
  std::vector<std::string> supported;
};

// From the daemon's replies.
DesktopView desktop_view(const json::object& reply);
Windows windows_view(const json::object& reply);

class View {
 public:
  explicit View(Agent& agent) : agent_(agent) {}
  /// Clients ask for the pointer several times for one click (pyautogui five times), so an answer is kept for a moment.
  asio::awaitable<tl::expected<DesktopView, std::string>> desktop();
  asio::awaitable<tl::expected<std::shared_ptr<const Windows>, std::string>> windows();
  /// The window with the keyboard focus; 0: none, or not known. For clients that ask for it only to wait, an answer is
  /// kept for a moment.
  asio::awaitable<WindowId> focus();
  /// Something may have changed.
  void invalidate() {
    windows_.reset();
    focus_.reset();
    desktop_.reset();
  }

 private:
  static constexpr std::chrono::milliseconds kept{300};
  static constexpr std::chrono::milliseconds pointer_kept{20};
  Agent& agent_;
  std::shared_ptr<const Windows> windows_;
  std::optional<WindowId> focus_;
  std::optional<DesktopView> desktop_;
  std::chrono::steady_clock::time_point read_{}, focus_read_{}, desktop_read_{};
};

}  // namespace interlock::display
