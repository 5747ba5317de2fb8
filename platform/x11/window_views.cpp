#include "platform/x11/window_views.h"

#include "platform/x11/activation.h"

#include <algorithm>
#include <utility>

#include "platform/x11/process.h"
#include "platform/x11/property_text.h"
#include "platform/x11/tree.h"

namespace interlock::platform::x11 {
namespace {

xcb_window_t window_property(const Connection& x, xcb_window_t window, xcb_atom_t name) {
  const Reply<xcb_get_property_reply_t> property(
      xcb_get_property_reply(x.xcb(), xcb_get_property(x.xcb(), 0, window, name, XCB_ATOM_WINDOW, 0, 1), nullptr));
  return property_of(property.get()).first().value_or(0);
}

/// The requests about a top-level window and the process that gets the event.
struct AskedWindow {
  xcb_window_t top;
  xcb_get_property_cookie_t klass, net_name, name, former, type, transient;
  xcb_get_window_attributes_cookie_t attributes;
  AskedRect rect;
  xcb_res_query_client_ids_cookie_t pid;
};

AskedWindow ask(const Connection& x, xcb_window_t top, xcb_window_t receiver) {
  auto* c = x.xcb();
  const auto text = [&](xcb_atom_t name) {
    return xcb_get_property(c, 0, top, name, XCB_GET_PROPERTY_TYPE_ANY, 0, max_name_units);
  };
  return {
      .top = top,
      .klass = text(XCB_ATOM_WM_CLASS),
      .net_name = text(x.atoms().net_wm_name),
      .name = text(XCB_ATOM_WM_NAME),
      .former = xcb_get_property(c, 0, top, x.atoms().former_names, XCB_GET_PROPERTY_TYPE_ANY, 0, former_names_units),
      .type = xcb_get_property(c, 0, top, x.atoms().net_wm_window_type, XCB_ATOM_ATOM, 0, 16),
      .transient = xcb_get_property(c, 0, top, XCB_ATOM_WM_TRANSIENT_FOR, XCB_ATOM_WINDOW, 0, 1),
      .attributes = xcb_get_window_attributes(c, top),
      .rect = ask_rect(x, top),
      .pid = ask_pid(x, receiver)};
}

/// The top-level window, with the process of the receiver. Reads every answer in any case.
std::optional<interlock::Window> answered(const Connection& x, const AskedWindow& asked) {
  auto* c = x.xcb();
  const Reply<xcb_get_property_reply_t> klass(xcb_get_property_reply(c, asked.klass, nullptr));
  const Reply<xcb_get_property_reply_t> net_name(xcb_get_property_reply(c, asked.net_name, nullptr));
  const Reply<xcb_get_property_reply_t> name(xcb_get_property_reply(c, asked.name, nullptr));
  const Reply<xcb_get_property_reply_t> former(xcb_get_property_reply(c, asked.former, nullptr));
  const Reply<xcb_get_property_reply_t> type(xcb_get_property_reply(c, asked.type, nullptr));
  const Reply<xcb_get_property_reply_t> transient(xcb_get_property_reply(c, asked.transient, nullptr));
  const Reply<xcb_get_window_attributes_reply_t> attributes(
      xcb_get_window_attributes_reply(c, asked.attributes, nullptr));
  const auto rect = answered_rect(x, asked.rect);
  interlock::Window window;
  window.pid = answered_pid(x, asked.pid);
  if (!klass || !net_name || !name || !former || !type || !attributes || !rect) return std::nullopt;

  window.id = asked.top;
  window.wm_class = class_property(property_of(klass.get()).text());
  window.title = title_of(property_of(net_name.get()), property_of(name.get()), x.atoms().utf8_string);
  window.former = former_names(property_of(former.get()));
  window.override_redirect = attributes->override_redirect != 0;
  const bool has_parent = property_of(transient.get()).first().value_or(0) != 0;
  window.type = type_of(property_of(type.get()), x.atoms().window_types, has_parent && !window.override_redirect);
  window.rect = *rect;
  if (window.pid) window.app = program_of(*window.pid);
  return window;
}

std::optional<interlock::Window> describe(const Connection& x, xcb_window_t top, xcb_window_t receiver) {
  return answered(x, ask(x, top, receiver));
}

bool same_process(const Connection& x, xcb_window_t a, xcb_window_t b) {
  if (x.client_of(a) == x.client_of(b)) return true;
  const auto pid_a = pid_of(x, a), pid_b = pid_of(x, b);
  return pid_a && pid_b && *pid_a == *pid_b;
}

bool is_override_redirect(const Connection& x, xcb_window_t window) {
  const Reply<xcb_get_window_attributes_reply_t> found(
      xcb_get_window_attributes_reply(x.xcb(), xcb_get_window_attributes(x.xcb(), window), nullptr));
  return found && found->override_redirect;
}

/// The window for which a popup is there: LibreOffice's submenu is there for its menu, which is there for the window.
/// 0 if none is named.
xcb_window_t named_owner(const Connection& x, xcb_window_t popup) {
  constexpr int most_menus = 8;  // each in the one before
  auto above = popup;
  for (int i = 0; i < most_menus; ++i) {
    above = window_property(x, above, XCB_ATOM_WM_TRANSIENT_FOR);
    if (!above || above == x.root() || !is_override_redirect(x, above)) return above;
  }
  return 0;
}

/// The top-level window that an override-redirect popup belongs to; the popup itself if no known window of its process
/// owns it. A window of another process is never taken as the owner.
xcb_window_t owner_of(const Connection& x, xcb_window_t popup) {
  const auto focus = focus_of(x);
  for (const auto candidate :
       {named_owner(x, popup), focus ? focus->top : 0, window_property(x, x.root(), x.atoms().net_active_window)}) {
    if (!candidate || candidate == popup || candidate == x.root()) continue;
    const auto top = top_of(x, candidate).window;
    if (top && top != popup && same_process(x, top, popup)) return top;
  }
  return popup;
}

/// Override-redirect windows that do not belong to another window.
bool stands_alone(const std::string& type) {
  return type == "notification" || type == "tooltip" || type == "dock" || type == "desktop" || type == "splash";
}

std::optional<WindowView> try_look_at(const Connection& x, Point at, Path& known) {
  WindowView view;
  view.popup = none;
  // The window is probably the same as the last time: everything is requested at once, and what does not match is
  // requested again.
  const auto guess = std::exchange(known, {});
  std::optional<AskedRect> asked_rect;
  std::optional<AskedWindow> asked_window;
  if (guess.client) {
    asked_rect = ask_rect(x, guess.hit());
    asked_window = ask(x, guess.windows[*guess.client], guess.receiver());
  }
  const auto path = descend(x, at, guess);
  auto hit_rect = asked_rect ? answered_rect(x, *asked_rect) : std::nullopt;
  auto window = asked_window ? answered(x, *asked_window) : std::nullopt;
  if (!path) return std::nullopt;
  known = *path;
  if (path->windows.empty()) {
    view.window = none;
    return view;
  }
  if (!asked_rect || path->hit() != guess.hit()) hit_rect = answered_rect(x, ask_rect(x, path->hit()));
  if (!hit_rect) return std::nullopt;
  view.handle = std::make_shared<Hit>(path->hit(), *hit_rect, path->receiver());
  if (asked_window && *path == guess) {
    if (!window) return std::nullopt;
    view.window = std::move(*window);
    return view;
  }

  const auto finish = [&](xcb_window_t top) -> std::optional<WindowView> {
    auto found = describe(x, top, path->receiver());
    if (!found) return std::nullopt;
    view.window = std::move(*found);
    return view;
  };
  if (path->client) return finish(path->windows[*path->client]);

  if (const auto client = client_below(x, path->hit())) {
    // The window manager's frame: its buttons close and move the client's window, but the window manager gets the
    // click.
    auto result = finish(client);
    if (result) {
      result->window->type = "frame";
      result->window->wm_class.clear();
    }
    return result;
  }
  auto self = finish(path->hit());
  if (!self || !self->window->override_redirect || stands_alone(self->window->type)) return self;
  view.popup = *hit_rect;
  const auto owner = owner_of(x, path->hit());
  return finish(owner);
}

std::optional<WindowView> try_look_at_focus(const Connection& x) {
  WindowView view;
  view.popup = none;
  const auto focus = focus_of(x);
  if (!focus) return std::nullopt;
  if (!focus->top) {
    view.window = none;
    return view;
  }
  auto window = describe(x, focus->top, focus->window);
  if (!window) return std::nullopt;
  view.handle = std::make_shared<Hit>(xcb_window_t{0}, Rect{}, focus->window);
  view.window = std::move(*window);
  return view;
}

/// The mapped children of the root, the lowest first.
std::vector<xcb_window_t> viewable(const Connection& x, bool override_redirect_only = false) {
  const auto windows = children_of(x, x.root());
  std::vector<xcb_get_window_attributes_cookie_t> asked;
  for (const auto window : windows) asked.push_back(xcb_get_window_attributes(x.xcb(), window));
  std::vector<xcb_window_t> shown;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const Reply<xcb_get_window_attributes_reply_t> each(xcb_get_window_attributes_reply(x.xcb(), asked[i], nullptr));
    if (!each || each->map_state != XCB_MAP_STATE_VIEWABLE || each->_class != XCB_WINDOW_CLASS_INPUT_OUTPUT) continue;
    if (each->override_redirect || !override_redirect_only) shown.push_back(windows[i]);
  }
  return shown;
}

/// Windows come and go between requests: if one vanished, everything is requested again, a few times.
template <class Try>
WindowView settled(const Connection& x, Try attempt) {
  for (int i = 0; i < 3; ++i) {
    if (auto view = attempt()) return *view;
    if (x.lost()) break;
  }
  const Unknown why = x.lost() ? Unknown::no_display : Unknown::unstable;
  return {.window = why, .popup = why};
}

}  // namespace

const Hit& hit_of(const WindowView& view) {
  static const Hit nothing;
  const auto* hit = dynamic_cast<const Hit*>(view.handle.get());
  return hit == nullptr ? nothing : *hit;
}

WindowView view_at(const Connection& x, Point at, Path& path) {
  const auto asked = xcb_query_pointer(x.xcb(), x.root());
  auto view = settled(x, [&] { return try_look_at(x, at, path); });
  const Reply<xcb_query_pointer_reply_t> pointer(xcb_query_pointer_reply(x.xcb(), asked, nullptr));
  view.pointer_there = pointer && pointer->root_x == at.x && pointer->root_y == at.y;
  return view;
}

WindowView view_of_focus(const Connection& x) {
  return settled(x, [&] { return try_look_at_focus(x); });
}

WindowView view_of_window(const Connection& x, xcb_window_t window) {
  WindowView view{.window = none, .popup = none};
  view.handle = std::make_shared<Hit>(xcb_window_t{0}, Rect{}, window);
  if (window == x.root()) return view;
  const auto top = top_of(x, window);
  if (top.window != 0) {
    // The application's window is below a window manager's frame.
    const auto client = top.managed ? top.window : client_below(x, top.window);
    if (auto found =
            describe(x, client != 0 ? client : top.window, client != 0 && window == top.window ? client : window)) {
      view.window = std::move(*found);
    }
  }
  if (x.lost()) view.window = Unknown::no_display;
  return view;
}

std::optional<std::vector<StackedWindow>> stacked_windows(const Connection& x) {
  std::vector<StackedWindow> stack;
  for (const auto window : viewable(x)) {
    // The application's window is below a window manager's frame.
    const auto client = client_below(x, window);
    const auto top = client != 0 ? client : window;
    auto found = describe(x, top, top);
    if (!found) continue;
    const bool popup = found->override_redirect && !stands_alone(found->type);
    stack.push_back({std::move(*found), popup});
  }
  if (x.lost()) return std::nullopt;
  return stack;
}

bool has_popup(const Connection& x, std::uint32_t pid) {
  const auto popups = viewable(x, true);
  return std::any_of(popups.begin(), popups.end(), [&](xcb_window_t popup) {
    const auto owner = pid_of(x, popup);
    if (!owner || *owner != pid) return false;
    const Reply<xcb_get_property_reply_t> type(xcb_get_property_reply(
        x.xcb(), xcb_get_property(x.xcb(), 0, popup, x.atoms().net_wm_window_type, XCB_ATOM_ATOM, 0, 16), nullptr));
    return !stands_alone(type_of(property_of(type.get()), x.atoms().window_types, false));
  });
}

bool window_manager_has_popup(const Connection& x) {
  const auto manager = window_manager_window(x);
  const auto pid = manager != 0 ? pid_of(x, manager) : Known<std::uint32_t>(none);
  if (!pid) return false;
  const auto screen = answered_rect(x, ask_rect(x, x.root()));
  const auto popups = viewable(x, true);
  return std::any_of(popups.begin(), popups.end(), [&](xcb_window_t popup) {
    const auto rect = answered_rect(x, ask_rect(x, popup));  // helper windows are beyond the screen's edge
    return popup != manager && screen && rect && screen->contains({rect->x, rect->y}) && pid_of(x, popup) == pid &&
           client_below(x, popup) == 0;
  });
}

std::string name_of(const Known<interlock::Window>& window) {
  if (window.is_none()) return "the bare desktop";
  if (!window) return "an unknown window";
  const std::string app = window->app.empty() ? "an unknown program" : window->app;
  return window->title.empty() ? "a window of " + app : "'" + window->title + "' of " + app;
}

}  // namespace interlock::platform::x11
