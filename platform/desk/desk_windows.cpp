#include "platform/desk/desk_windows.h"

#include <algorithm>
#include <utility>

#include "platform/processes.h"

namespace interlock::platform::desk_line {

namespace asio = boost::asio;

namespace {

std::string_view type_name(wire::WindowType type) {
  switch (type) {
    case wire::WindowType::normal:
      return "normal";
    case wire::WindowType::dialog:
      return "dialog";
    case wire::WindowType::popup:
    case wire::WindowType::menu:
      return "popup_menu";
    case wire::WindowType::shell:
      return "dock";
    case wire::WindowType::lock:
    case wire::WindowType::prompt:
      return "notification";  // a person's alone
    case wire::WindowType::unknown:
      break;
  }
  return "unknown";
}

std::string program_name(std::uint32_t pid) {
  const auto facts = pid == 0 ? std::nullopt : process_facts(static_cast<pid_t>(pid));
  if (!facts) return {};
  return facts->executable.empty() ? facts->name : facts->executable.substr(facts->executable.rfind('/') + 1);
}

/// Programs of Xwayland know where their windows are, as on X. On a desk with a scale it is not known in which pixels
/// they count: then no place fits theirs.
std::optional<SurfacePlaces> surface_of(const wire::Window& window) {
  const bool scaled = window.scale != 1 || window.client_scale != 1;
  if (window.x11) return scaled ? std::optional(SurfacePlaces{}) : std::nullopt;
  return SurfacePlaces{window.frame, window.buffer, window.client, window.scale, window.client_scale};
}

WindowView unknown_view(Unknown why) {
  return {.window = why, .popup = why};
}

class DeskWindows final : public WindowSystem {
 public:
  explicit DeskWindows(std::shared_ptr<Link> link) : link_(std::move(link)) {}

  asio::awaitable<WindowView> window_at(Point at, Deadline deadline) override {
    const auto line = link_->line();
    const auto hit = co_await link_->ask(wire::At{at}, deadline);
    if (!hit) co_return unknown_view(unknown_from(hit.error()));
    if (hit->kind == wire::HitKind::background) {
      co_return WindowView{.window = none, .popup = none, .pointer_there = hit->pointer};
    }
    // The desk's own panels, dialogs and prompts are no windows, and nothing of them can be acted on.
    if (hit->kind == wire::HitKind::shell) co_return unknown_view(Unknown::unsupported);
    co_return view_of(line, *hit->window, hit->receiver, hit->surface, hit->popup, hit->pointer);
  }

  asio::awaitable<WindowView> focused_window(Deadline deadline) override {
    const auto line = link_->line();
    const auto focus = co_await link_->ask(wire::Focus{}, deadline);
    if (!focus) co_return unknown_view(unknown_from(focus.error()));
    if (!focus->window) co_return WindowView{.window = none, .popup = none};
    auto view = view_of(line, *focus->window, 0, std::nullopt, focus->popup, false);
    view.popup = none;
    co_return view;
  }

  asio::awaitable<WindowView> window_named(std::uint64_t id, Deadline deadline) override {
    const auto line = link_->line();
    const auto list = co_await link_->ask(wire::List{}, deadline);
    if (!list) co_return unknown_view(unknown_from(list.error()));
    for (const auto& window : list->windows) {
      if (window.id == id) co_return view_of(line, window, 0, std::nullopt, std::nullopt, false);
    }
    co_return WindowView{.window = none, .popup = none};
  }

  asio::awaitable<Known<std::vector<ProgramWindow>>> windows_of(std::uint32_t pid, Deadline deadline) override {
    const auto list = co_await link_->ask(wire::List{}, deadline);
    if (!list) co_return unknown_from(list.error());
    std::vector<ProgramWindow> own;
    for (const auto& window : list->windows) {
      if (window.pid == pid && (!is_popup(window) || is_shown(window))) own.push_back(program_window_from(window));
    }
    co_return own;
  }

  asio::awaitable<Known<std::vector<StackedWindow>>> windows_in_order(Deadline deadline) override {
    const auto list = co_await link_->ask(wire::List{}, deadline);
    if (!list) co_return unknown_from(list.error());
    std::vector<StackedWindow> stack;
    for (const auto& window : list->windows) {
      if (is_shown(window)) stack.push_back({window_from(window), is_popup(window)});
    }
    co_return stack;
  }

 private:
  static WindowView view_of(std::uint64_t line, const wire::Window& window, std::uint32_t receiver,
                            std::optional<Rect> surface, std::optional<Rect> popup, bool pointer) {
    WindowView view;
    view.window = window_from(window, receiver);
    view.popup = popup ? Known<Rect>(*popup) : Known<Rect>(none);
    view.pointer_there = pointer;
    auto handle = std::make_shared<DeskHandle>();
    handle->line = line;
    handle->window = window.id;
    handle->receiver = receiver != 0 ? receiver : window.pid;
    handle->surface = surface;
    handle->popup = popup;
    handle->active = window.active;
    view.handle = std::move(handle);
    return view;
  }

  const std::shared_ptr<Link> link_;
};

}  // namespace

const DeskHandle* handle_of(const WindowView& view) {
  return dynamic_cast<const DeskHandle*>(view.handle.get());
}

bool is_popup(const wire::Window& window) {
  return window.type == wire::WindowType::popup || window.type == wire::WindowType::menu;
}

bool is_shown(const wire::Window& window) {
  return window.mapped && !window.minimized;
}

interlock::Window window_from(const wire::Window& window, std::uint32_t receiver) {
  interlock::Window found;
  const auto pid = receiver != 0 ? receiver : window.pid;
  found.id = window.id;
  found.app = program_name(pid);
  found.wm_class = window.app_id;
  found.title = window.title;
  found.type = type_name(window.type);
  found.pid = pid != 0 ? Known<std::uint32_t>(pid) : Known<std::uint32_t>(Unknown::unsupported);
  found.rect = window.client;
  found.override_redirect = is_popup(window);
  found.surface = surface_of(window);
  return found;
}

ProgramWindow program_window_from(const wire::Window& window) {
  ProgramWindow found;
  found.id = window.id;
  found.title = window.title;
  found.active = window.active;
  found.surface = surface_of(window);
  found.shown = is_shown(window);
  found.popup = is_popup(window);
  for (const Rect& place : {window.client, window.frame, window.buffer}) {
    const bool listed = std::find(found.places.begin(), found.places.end(), place) != found.places.end();
    if (!listed) found.places.push_back(place);
  }
  return found;
}

std::shared_ptr<WindowSystem> desk_windows(std::shared_ptr<Link> link) {
  return std::make_shared<DeskWindows>(std::move(link));
}

}  // namespace interlock::platform::desk_line
