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

tl::expected<Path, Refusal> check_place(const Connection& x, const WindowView& view, gate::Point at) {
  const auto changed = [&] {
    if (x.lost()) return tl::make_unexpected(no_display());
    return tl::make_unexpected(
        Refusal{"window_changed", "expected " + name_of(view.window) + ", found " + name_of(look_at(x, at).window)});
  };
  if (view.window.is_unknown()) {
    return tl::make_unexpected(Refusal{"window_changed", "it is not known which window was meant"});
  }
  auto path = descend(x, at);
  if (!path || path->hit() != view.hit) return changed();
  if (view.hit == 0) return *path;  // the bare root, as it was
  if (x.client_of(path->receiver()) != x.client_of(static_cast<xcb_window_t>(view.receiver))) return changed();
  const auto rect = rect_of(x, path->hit());
  if (!rect) return changed();
  if (!(*rect == view.hit_rect)) {
    return tl::make_unexpected(Refusal{"window_changed", name_of(view.window) + " was moved or resized"});
  }
  // X ids are given out again when their client is gone.
  if (view.window && !(pid_of(x, path->receiver()) == view.window->pid)) return changed();
  return std::move(*path);
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

/// True if another client holds the pointer. Asks by a grab that cannot succeed: on a window that is not shown. Who
/// holds the pointer is looked at first, and nobody is sent an Enter or Leave.
bool pointer_is_grabbed(const Connection& x) {
  const auto asked = xcb_grab_pointer(x.xcb(), 0, x.hidden(), 0, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC,
                                      XCB_WINDOW_NONE, XCB_CURSOR_NONE, XCB_CURRENT_TIME);
  const Reply<xcb_grab_pointer_reply_t> grab(xcb_grab_pointer_reply(x.xcb(), asked, nullptr));
  return !grab || grab->status != XCB_GRAB_STATUS_NOT_VIEWABLE;
}

bool keyboard_is_grabbed(const Connection& x) {
  const auto asked =
      xcb_grab_keyboard(x.xcb(), 0, x.hidden(), XCB_CURRENT_TIME, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC);
  const Reply<xcb_grab_keyboard_reply_t> grab(xcb_grab_keyboard_reply(x.xcb(), asked, nullptr));
  return !grab || grab->status != XCB_GRAB_STATUS_NOT_VIEWABLE;
}

/// A menu or list of the target's own process may hold the grab; that is how menus work.
bool grab_is_own(const Connection& x, const WindowView& view) {
  return view.window && view.window->pid && has_popup(x, *view.window->pid);
}

}  // namespace

tl::expected<Clearance, Refusal> check_pointer(Session& session, const WindowView& view, gate::Point at, bool presses) {
  const auto& x = *session.x;
  if (!on_screen(x, at)) {
    if (x.lost()) return tl::make_unexpected(no_display());
    return tl::make_unexpected(Refusal{
        "outside_screen", "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ") is outside of the screen"});
  }
  auto path = check_place(x, view, at);
  if (!path) return tl::make_unexpected(std::move(path.error()));
  if (!presses) return Clearance{std::move(*path)};
  if (auto refusal = check_modifiers(session, true)) return tl::make_unexpected(std::move(*refusal));
  const bool grabbed = pointer_is_grabbed(x);
  // With a button of ours held down the pointer is grabbed by that very press.
  if (grabbed && session.hands.held_buttons().empty() && !grab_is_own(x, view)) {
    return tl::make_unexpected(
        Refusal{"pointer_grabbed",
                "another program holds the pointer and would get the click meant for " + name_of(view.window)});
  }
  return Clearance{std::move(*path), grabbed};
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
