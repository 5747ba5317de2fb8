#include "platform/x11/guard.h"

#include "platform/x11/look.h"

namespace interlock::platform::x11 {
namespace {

Refusal no_display() {
  return {"no_display", "the X display went away"};
}

bool on_screen(const Connection& x, gate::Point at) {
  const Reply<xcb_get_geometry_reply_t> root(
      xcb_get_geometry_reply(x.xcb(), xcb_get_geometry(x.xcb(), x.root()), nullptr));
  return root && gate::Rect{0, 0, root->width, root->height}.contains(at);
}

std::optional<Refusal> check_place(const Connection& x, const WindowView& view, gate::Point at) {
  const auto changed = [&] {
    return Refusal{"window_changed", "expected " + name_of(view.window) + ", found " + name_of(look_at(x, at).window)};
  };
  if (view.window.is_unknown()) return Refusal{"window_changed", "it is not known which window was meant"};
  const auto path = descend(x, at);
  if (!path) return x.lost() ? no_display() : changed();
  if (path->hit() != view.hit) return changed();
  if (view.hit == 0) return std::nullopt;  // the bare root, as it was
  if (x.client_of(path->receiver()) != x.client_of(static_cast<xcb_window_t>(view.receiver))) return changed();
  const auto rect = rect_of(x, path->hit());
  if (!rect) return x.lost() ? no_display() : changed();
  if (!(*rect == view.hit_rect)) {
    return Refusal{"window_changed", name_of(view.window) + " was moved or resized"};
  }
  // X ids are given out again when their client is gone.
  if (view.window && !(pid_of(x, path->receiver()) == view.window->pid)) return changed();
  return std::nullopt;
}

std::optional<Refusal> check_modifiers(Session& session, bool ours) {
  unsigned held = session.keymap.held();
  for (const auto key : session.hands.held_keys()) {
    if (ours) held &= ~session.keymap.modifiers_of(key);
  }
  if (held == 0) return std::nullopt;
  return Refusal{"modifier_held",
                 "a modifier key is held down (Shift, Ctrl, Alt, ...); it would change what the act means"};
}

/// True if another client holds the pointer. Asks by grabbing it for a moment: nothing else tells.
bool pointer_is_grabbed(const Connection& x) {
  auto* c = x.xcb();
  const auto asked = xcb_grab_pointer(c, 1, x.root(), 0, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC, XCB_WINDOW_NONE,
                                      XCB_CURSOR_NONE, XCB_CURRENT_TIME);
  xcb_ungrab_pointer(c, XCB_CURRENT_TIME);
  const Reply<xcb_grab_pointer_reply_t> grab(xcb_grab_pointer_reply(c, asked, nullptr));
  return !grab || grab->status != XCB_GRAB_STATUS_SUCCESS;
}

/// True if another client would grab the pointer by the very press: a passive grab on the root window goes before all
/// windows below it. Asks for exactly the modifiers that will be in force, so that a window manager's own bindings
/// (alt + drag) are no false alarm.
bool press_is_grabbed(const Session& session, const Press& press) {
  const auto& x = *session.x;
  auto* c = x.xcb();
  const Reply<xcb_query_pointer_reply_t> pointer(xcb_query_pointer_reply(c, xcb_query_pointer(c, x.root()), nullptr));
  if (!pointer) return true;
  unsigned modifiers = pointer->mask & 0xffU;
  for (const auto key : press.modifiers) modifiers |= session.keymap.modifiers_of(key);
  std::vector<xcb_void_cookie_t> asked;
  for (const auto button : press.buttons) {
    asked.push_back(xcb_grab_button_checked(c, 0, x.root(), 0, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC,
                                            XCB_WINDOW_NONE, XCB_CURSOR_NONE, static_cast<std::uint8_t>(button),
                                            static_cast<std::uint16_t>(modifiers)));
    xcb_ungrab_button(c, static_cast<std::uint8_t>(button), x.root(), static_cast<std::uint16_t>(modifiers));
  }
  bool grabbed = false;
  for (const auto cookie : asked) {
    const Reply<xcb_generic_error_t> error(xcb_request_check(c, cookie));
    grabbed = grabbed || error;
  }
  return grabbed;
}

bool keyboard_is_grabbed(const Connection& x) {
  auto* c = x.xcb();
  const auto asked = xcb_grab_keyboard(c, 1, x.root(), XCB_CURRENT_TIME, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC);
  xcb_ungrab_keyboard(c, XCB_CURRENT_TIME);
  const Reply<xcb_grab_keyboard_reply_t> grab(xcb_grab_keyboard_reply(c, asked, nullptr));
  return !grab || grab->status != XCB_GRAB_STATUS_SUCCESS;
}

/// A menu or list of the target's own process may hold the grab; that is how menus work.
bool grab_is_own(const Connection& x, const WindowView& view) {
  return view.window && view.window->pid && has_popup(x, *view.window->pid);
}

}  // namespace

std::optional<Refusal> check_pointer(Session& session, const WindowView& view, gate::Point at, const Press& press) {
  const auto& x = *session.x;
  if (!on_screen(x, at)) {
    if (x.lost()) return no_display();
    return Refusal{"outside_screen",
                   "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ") is outside of the screen"};
  }
  if (auto refusal = check_place(x, view, at)) return refusal;
  if (press.buttons.empty()) return std::nullopt;
  if (auto refusal = check_modifiers(session, true)) return refusal;
  // With a button of ours held down the pointer is grabbed by that very press.
  if (session.hands.held_buttons().empty() && pointer_is_grabbed(x) && !grab_is_own(x, view)) {
    return Refusal{"pointer_grabbed",
                   "another program holds the pointer and would get the click meant for " + name_of(view.window)};
  }
  if (press_is_grabbed(session, press)) {
    return Refusal{"pointer_grabbed", "another program has reserved this mouse button on the whole screen and would " +
                                          ("get the click meant for " + name_of(view.window))};
  }
  return std::nullopt;
}

std::optional<Refusal> check_keyboard(Session& session, const WindowView& view, bool ours) {
  const auto& x = *session.x;
  const auto moved = [&] {
    return Refusal{"focus_moved",
                   "expected " + name_of(view.window) + ", keys now go to " + name_of(look_at_focus(x).window)};
  };
  if (!view.window) return Refusal{"focus_moved", "no window has the keyboard focus"};
  const auto focus = focus_of(x);
  if (!focus) return x.lost() ? no_display() : moved();
  if (!focus->top || focus->top != view.window->id) return moved();
  if (!(pid_of(x, focus->window) == view.window->pid)) return moved();
  if (auto refusal = check_modifiers(session, ours)) return refusal;
  if (keyboard_is_grabbed(x) && !grab_is_own(x, view)) {
    return Refusal{"keyboard_grabbed",
                   "another program holds the keyboard and would get the keys meant for " + name_of(view.window)};
  }
  return std::nullopt;
}

}  // namespace interlock::platform::x11
