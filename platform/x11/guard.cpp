#include "platform/x11/guard.h"

#include <utility>

#include "platform/x11/tree.h"
#include "platform/x11/window_views.h"

namespace interlock::platform::x11 {
namespace {

Refusal no_display() {
  return {"no_display", "the X display went away"};
}

tl::unexpected<Refusal> refuse(std::string_view code, std::string reason) {
  return tl::make_unexpected(Refusal{code, std::move(reason)});
}

std::optional<Refusal> check_modifiers(DisplaySession& session, bool ours) {
  unsigned held = session.keymap.held();
  for (const auto key : session.hands.held_keys()) {
    if (ours) held &= ~session.keymap.modifiers_of(key);
  }
  if (held == 0) return std::nullopt;
  return Refusal{"modifier_held",
                 "a modifier key is held down (Shift, Ctrl, Alt, ...); it would change what the act means"};
}

/// Whether another client holds the pointer. Found by a grab that cannot succeed, on a window that is not mapped: the
/// server checks the holder first, and no client gets an Enter or Leave event.
xcb_grab_pointer_cookie_t ask_grabbed(const Connection& x) {
  return xcb_grab_pointer(x.xcb(), 0, x.hidden(), 0, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC, XCB_WINDOW_NONE,
                          XCB_CURSOR_NONE, XCB_CURRENT_TIME);
}

bool keyboard_is_grabbed(const Connection& x) {
  const auto asked =
      xcb_grab_keyboard(x.xcb(), 0, x.hidden(), XCB_CURRENT_TIME, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC);
  const Reply<xcb_grab_keyboard_reply_t> grab(xcb_grab_keyboard_reply(x.xcb(), asked, nullptr));
  return !grab || grab->status != XCB_GRAB_STATUS_NOT_VIEWABLE;
}

/// A menu or list of the target's own process may hold the grab, as menus normally do.
bool grab_is_own(const Connection& x, const WindowView& view) {
  return view.window && view.window->pid && has_popup(x, *view.window->pid);
}

}  // namespace

tl::expected<Clearance, Refusal> check_pointer(DisplaySession& session, const WindowView& view, Point at,
                                               bool presses) {
  const auto& x = *session.x;
  auto* c = x.xcb();
  // All requests are sent before any reply is waited for, and every reply is read before anything is decided.
  const auto asked_screen = xcb_get_geometry(c, x.root());
  const auto asked_pointer = xcb_query_pointer(c, x.root());
  const auto asked_grab = ask_grabbed(x);
  const auto asked_active = xcb_get_property(c, 0, x.root(), x.atoms().net_active_window, XCB_ATOM_WINDOW, 0, 1);
  const auto& hit = hit_of(view);
  const auto asked_rect = ask_rect(x, hit.window);
  const auto asked_pid = ask_pid(x, hit.receiver);
  auto path = descend(x, at, session.last_path);
  const Reply<xcb_get_geometry_reply_t> screen(xcb_get_geometry_reply(c, asked_screen, nullptr));
  const Reply<xcb_query_pointer_reply_t> pointer(xcb_query_pointer_reply(c, asked_pointer, nullptr));
  const Reply<xcb_grab_pointer_reply_t> grab(xcb_grab_pointer_reply(c, asked_grab, nullptr));
  const Reply<xcb_get_property_reply_t> active(xcb_get_property_reply(c, asked_active, nullptr));
  const auto rect = answered_rect(x, asked_rect);
  const auto pid = answered_pid(x, asked_pid);
  if (!screen || !pointer || !grab || !active || x.lost()) return tl::make_unexpected(no_display());

  if (!Rect{0, 0, screen->width, screen->height}.contains(at)) {
    return refuse("outside_screen",
                  "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ") is outside of the screen");
  }
  if (view.window.is_unknown()) return refuse("window_changed", "it is not known which window was meant");
  const auto same_client = [&] { return x.client_of(path->receiver()) == x.client_of(hit.receiver); };
  // X ids are reused after their client is gone, so the process must be the same as well.
  const bool same = path && path->hit() == hit.window &&
                    (hit.window == 0 || (same_client() && rect && (!view.window || pid == view.window->pid)));
  if (!same) {
    return refuse("window_changed",
                  "expected " + name_of(view.window) + ", found " + name_of(view_at(x, at, session.last_path).window));
  }
  if (hit.window != 0 && !(*rect == hit.rect)) {
    return refuse("window_changed", name_of(view.window) + " was moved or resized");
  }
  Clearance cleared{std::move(*path)};
  cleared.there = pointer->root_x == at.x && pointer->root_y == at.y && pointer->mask <= 0xffU;
  if (active->format == 32 && xcb_get_property_value_length(active.get()) >= 4) {
    cleared.active = *static_cast<const xcb_window_t*>(xcb_get_property_value(active.get()));
  }
  if (!presses) return cleared;

  // The state of the keyboard is only requested if a modifier is in force; Caps Lock does not affect a click.
  if ((pointer->mask & 0xffU & ~unsigned{XCB_MOD_MASK_LOCK}) != 0) {
    if (!session.keymap.refresh(x)) return tl::make_unexpected(no_display());
    if (auto refusal = check_modifiers(session, true)) return tl::make_unexpected(std::move(*refusal));
  }
  cleared.grabbed = grab->status != XCB_GRAB_STATUS_NOT_VIEWABLE;
  // While a button of ours is held, that press itself grabs the pointer.
  if (cleared.grabbed && session.hands.held_buttons().empty() && !grab_is_own(x, view)) {
    return refuse("pointer_grabbed",
                  "another program holds the pointer and would get the click meant for " + name_of(view.window));
  }
  return cleared;
}

std::optional<Refusal> check_keyboard(DisplaySession& session, const WindowView& view, bool ours, bool escapes) {
  const auto& x = *session.x;
  const auto moved = [&] {
    return Refusal{"focus_moved",
                   "expected " + name_of(view.window) + ", keys now go to " + name_of(view_of_focus(x).window)};
  };
  const auto focus = focus_of(x);
  if (!focus) return x.lost() ? no_display() : moved();
  if (view.window) {
    if (!focus->top || focus->top != view.window->id) return moved();
    if (!(pid_of(x, focus->window) == view.window->pid)) return moved();
  } else {
    // If no window has the focus, keys reach only clients that grabbed a shortcut, as with any other focus.
    if (view.window.is_unknown() || focus->window != 0)
      return Refusal{"focus_moved", "no window has the keyboard focus"};
  }
  if (auto refusal = check_modifiers(session, ours)) return refusal;
  if (keyboard_is_grabbed(x) && !grab_is_own(x, view) && !(escapes && window_manager_has_popup(x))) {
    return Refusal{"keyboard_grabbed",
                   "another program holds the keyboard and would get the keys meant for " + name_of(view.window)};
  }
  return std::nullopt;
}

}  // namespace interlock::platform::x11
