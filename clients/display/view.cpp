#include "clients/display/view.h"

#include <algorithm>

#include "clients/members.h"

namespace interlock::display {
namespace {

std::uint32_t u32_in(const json::object& object, std::string_view key) {
  return static_cast<std::uint32_t>(number_in(object, key));
}

std::optional<std::uint32_t> optional_in(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  if (!value || value->is_null()) return std::nullopt;
  return u32_in(object, key);
}

Point point_in(const json::object& object, std::string_view key) {
  const auto point = object_in(object, key);
  return {static_cast<int>(number_in(point, "x")), static_cast<int>(number_in(point, "y"))};
}

WindowView window_view(const json::object& facts) {
  WindowView window;
  window.id = u32_in(facts, "id");
  window.parent = u32_in(facts, "parent");
  window.title = text_in(facts, "title");
  window.class_name = text_in(facts, "class_name");
  window.wm_class = text_in(facts, "class");
  window.pid = optional_in(facts, "pid");
  const auto rect = object_in(facts, "rect");
  const Point at = point_in(facts, "rect");
  window.rect = {at.x, at.y, static_cast<int>(number_in(rect, "width")), static_cast<int>(number_in(rect, "height"))};
  window.offset = point_in(facts, "offset");
  window.visible = truth_in(facts, "visible");
  window.desktop = optional_in(facts, "desktop");
  if (facts.contains("steps")) {
    const auto steps = object_in(facts, "steps");
    window.steps = {u32_in(steps, "base_width"), u32_in(steps, "base_height"), u32_in(steps, "width"),
                    u32_in(steps, "height")};
  }
  return window;
}

}  // namespace

const WindowView* Windows::find(WindowId id) const {
  const auto found = all.find(id);
  return found == all.end() ? nullptr : &found->second;
}

const WindowView* Windows::top_at(Point at) const {
  const WindowView* screen = find(root);
  if (!screen) return nullptr;
  for (auto id = screen->children.rbegin(); id != screen->children.rend(); ++id) {
    const WindowView* window = find(*id);
    if (window && window->visible && window->rect.contains(at)) return window;
  }
  return nullptr;
}

std::vector<WindowId> Windows::applications() const {
  std::vector<WindowId> found;
  for (const WindowId id : order) {
    const auto& window = all.at(id);
    if (window.desktop && window.parent != 0) found.push_back(id);
  }
  return found;
}

DesktopView desktop_view(const json::object& reply) {
  DesktopView desktop;
  desktop.root = u32_in(reply, "root");
  desktop.width = static_cast<std::uint16_t>(number_in(reply, "width"));
  desktop.height = static_cast<std::uint16_t>(number_in(reply, "height"));
  desktop.pointer = point_in(reply, "pointer");
  desktop.frame = u32_in(object_in(reply, "pointer"), "frame");
  desktop.active = u32_in(reply, "active");
  desktop.focus = u32_in(object_in(reply, "focus"), "exact");
  desktop.desktop = optional_in(reply, "desktop");
  desktop.desktops = optional_in(reply, "desktops");
  if (const auto* names = reply.if_contains("supported"); names && names->is_array()) {
    for (const auto& name : names->get_array()) {
      if (name.is_string()) desktop.supported.emplace_back(name.get_string());
    }
  }
  return desktop;
}

Windows windows_view(const json::object& reply) {
  Windows windows;
  const auto* list = reply.if_contains("windows");
  if (!list || !list->is_array()) return windows;
  for (const auto& each : list->get_array()) {
    if (!each.is_object()) continue;
    WindowView window = window_view(each.get_object());
    if (windows.root == 0) windows.root = window.id;
    const WindowId id = window.id, parent = window.parent;
    if (!windows.all.emplace(id, std::move(window)).second) continue;
    windows.order.push_back(id);
    if (const auto above = windows.all.find(parent); above != windows.all.end() && parent != id)
      above->second.children.push_back(id);
  }
  return windows;
}

asio::awaitable<tl::expected<DesktopView, std::string>> View::desktop() {
  const auto now = std::chrono::steady_clock::now();
  if (desktop_ && now - desktop_read_ < pointer_kept) co_return *desktop_;
  const auto reply = co_await agent_.call("desktop", {});
  if (!reply) co_return tl::unexpected(reply.error().message);
  desktop_ = desktop_view(*reply);
  desktop_read_ = now;
  co_return *desktop_;
}

asio::awaitable<WindowId> View::focus() {
  const auto now = std::chrono::steady_clock::now();
  if (focus_ && now - focus_read_ < kept) co_return *focus_;
  const auto seen = co_await desktop();
  focus_ = seen ? seen->focus : 0;
  focus_read_ = now;
  co_return *focus_;
}

asio::awaitable<tl::expected<std::shared_ptr<const Windows>, std::string>> View::windows() {
  const auto now = std::chrono::steady_clock::now();
  if (windows_ && now - read_ < kept) co_return windows_;
  const auto reply = co_await agent_.call("windows", {});
  if (!reply) co_return tl::unexpected(reply.error().message);
  windows_ = std::make_shared<const Windows>(windows_view(*reply));
  read_ = now;
  co_return windows_;
}

}  // namespace interlock::display
