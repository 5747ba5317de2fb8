#include "platform/x11/pointer_acts.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "platform/x11/activation.h"
#include "platform/x11/capture.h"
#include "platform/x11/guard.h"

namespace interlock::platform::x11 {
namespace {

constexpr unsigned wheel_up = 4, wheel_down = 5, wheel_left = 6, wheel_right = 7;

std::optional<std::vector<KeyCode>> modifier_keys(const Keymap& keymap, Modifiers modifiers) {
  std::vector<KeyCode> keys;
  for (const auto each : {Modifier::shift, Modifier::ctrl, Modifier::alt, Modifier::super}) {
    if (!modifiers.has(each)) continue;
    const auto key = keymap.key_of(each);
    if (!key) return std::nullopt;
    keys.push_back(*key);
  }
  return keys;
}

/// The window whose passive grabs, and those on all windows above it, are bypassed. A window manager grabs on the
/// application's top-level window or above it; below are the application's own grabs, which the menus of Xt (xterm)
/// need.
xcb_window_t pressed_window(const Path& path, xcb_window_t root) {
  if (path.windows.empty()) return root;
  return path.client ? path.windows[*path.client] : path.receiver();
}

/// Presses and releases buttons where the pointer is. The pointer is grabbed for one press past all passive grabs,
/// unless a client that may hold it does.
class Finger {
 public:
  Finger(Hands& hands, xcb_window_t window, bool grabbed) : hands_(hands), window_(window), grabbed_(grabbed) {}
  ~Finger() {
    if (given_) hands_.let_pointer_go();
  }
  Finger(const Finger&) = delete;
  Finger& operator=(const Finger&) = delete;

  void give(bool given) { given_ = given; }
  /// False: it was not pressed because another client holds the pointer.
  bool press(unsigned button) {
    if (grabbed_) {
      hands_.button(button, true);
      return true;
    }
    if (!given_ && !hands_.has_pointer(hands_.ask_for_pointer(window_))) return false;
    given_ = false;
    hands_.press_past_grabs(button);
    return true;
  }
  bool click(unsigned button, int times) {
    for (int i = 0; i < times; ++i) {
      if (!press(button)) return false;
      hands_.button(button, false);
    }
    return true;
  }
  /// Chromium takes two presses in the same millisecond of the server's clock as one, and misses the double click.
  bool click_apart(unsigned button, int times) {
    for (int i = 0; i < times; ++i) {
      if (i > 0) hands_.let_time_pass();
      if (!click(button, 1)) return false;
    }
    return true;
  }

 private:
  Hands& hands_;
  const xcb_window_t window_;
  const bool grabbed_;
  bool given_ = false;
};

/// What an act requires of the pointer, the buttons and the modifiers.
struct Needs {
  bool buttons = false;    ///< nobody else holds the pointer or a modifier
  bool presses = false;    ///< past all passive grabs
  bool activates = false;  ///< makes the window active: presses of the pointing buttons do, the wheel does not
  Modifiers modifiers = {};
};

using Asked = std::optional<xcb_grab_pointer_cookie_t>;

/// Whether the screen still shows what the press was judged by.
bool still_shows(const DisplaySession& session, const ShownPart& part) {
  const auto now = grab_image(*session.x, part.area);
  return now && now->width == part.image.width && now->height == part.image.height && now->pixels == part.image.pixels;
}

/// Moves the pointer to the place and hands it over for the press. False: something keeps it from there (a grab that
/// confines it, a screen with gaps, a grabbed device).
///
/// If the pointer is there already and free, this is known before: under the server grab no other program can change
/// it. Then there is nothing to wait for, and the answer is `unread`. (A human's hand can move it in these
/// microseconds, as between any look at the pointer and a press.) No motion is sent then either: an application could
/// react to it by showing something else, after the last look and before the press.
/// else, after the last look and before the press.
bool go(DisplaySession& session, Point at, xcb_window_t window, bool takes, bool there, Finger& finger, Asked& unread) {
  if (!there) session.hands.move(at);
  Asked taken;
  if (takes) taken = session.hands.ask_for_pointer(window);
  if (takes && there) {
    unread = taken;
    finger.give(true);
    return true;
  }
  const auto asked = xcb_query_pointer(session.x->xcb(), session.x->root());
  if (taken) finger.give(session.hands.has_pointer(*taken));
  const Reply<xcb_query_pointer_reply_t> pointer(xcb_query_pointer_reply(session.x->xcb(), asked, nullptr));
  return pointer && pointer->root_x == at.x && pointer->root_y == at.y;
}

/// Under the server grab: check, move there, `act(finger, modifier keys, whether the pointer was there already)`.
template <class Act>
Delivery act_guarded(DisplaySession& session, Ticket& ticket, const Aim& aim, Point at, Needs needs, Act act,
                     Asked& unread) {
  const auto& x = *session.x;

  const auto cleared = check_pointer(session, aim.view, at, needs.buttons);
  if (!ticket.commit()) return refused("deadline", "the display was busy until the deadline");
  if (!cleared) return {.refusal = cleared.error()};
  if (needs.presses && aim.view.shows && !still_shows(session, *aim.view.shows)) {
    return refused("pixels_changed", "what is written at the point is no longer what was read and judged");
  }
  std::vector<KeyCode> modifiers;
  if (!needs.modifiers.empty()) {
    if (!session.keymap.refresh(x)) return refused("no_display", "the X display does not report its keyboard");
    auto keys = modifier_keys(session.keymap, needs.modifiers);
    if (!keys) {
      return refused("unknown_key", "the keyboard layout has no key for one of " + to_string(needs.modifiers));
    }
    modifiers = std::move(*keys);
  }
  const auto& path = cleared->path;
  const bool inactive_target = path.client && path.windows[*path.client] != cleared->active;
  if (aim.activate && needs.activates && !cleared->grabbed && inactive_target && activate(x, *aim.view.window)) {
    return refused(inactive, "the window manager was asked to make the window active");
  }
  const auto window = pressed_window(path, x.root());
  Finger finger(session.hands, window, cleared->grabbed);
  const bool stays = needs.buttons && cleared->there;
  if (!go(session, at, window, needs.presses && !cleared->grabbed, stays, finger, unread)) {
    if (x.lost()) return refused("no_display", "the X display went away");
    return refused("outside_screen",
                   "the pointer cannot go to (" + std::to_string(at.x) + ", " + std::to_string(at.y) + ")");
  }
  if (!act(finger, modifiers, stays)) return refused("pointer_grabbed", "another program holds the pointer");
  return {.complete = true};
}

/// The frame of every pointer act: grab, act, ungrab.
template <class Act>
Delivery guarded(DisplaySession& session, Ticket& ticket, const Aim& aim, Point at, Needs needs, Act act) {
  auto& hands = session.hands;
  std::optional<ServerGrab> grab(std::in_place, *session.x, ServerGrab::ask);
  Asked unread;
  auto delivery = act_guarded(session, ticket, aim, at, needs, act, unread);

  // A request sent before the server is ungrabbed is answered before those of other clients.
  const auto finished = hands.ask_finished();
  grab.reset();
  const bool had_pointer = !unread || hands.has_pointer(*unread);
  hands.wait_finished(finished);

  if (delivery.complete && !had_pointer) delivery = refused("pointer_grabbed", "another program holds the pointer");
  session.keymap.take_events(*session.x);  // our own grabs' presses among them
  return delivery;
}

}  // namespace

Delivery refused(std::string_view code, std::string reason) {
  return {.refusal = Refusal{code, std::move(reason)}};
}

Delivery move(DisplaySession& session, Ticket& ticket, const Aim& aim, const Move& move) {
  return guarded(session, ticket, aim, move.at, {}, [](Finger&, const auto&, bool) { return true; });
}

Delivery approach(DisplaySession& session, Ticket& ticket, const Aim& aim, Point at, bool activates, bool& came) {
  return guarded(session, ticket, aim, at, {true, false, activates}, [&came](Finger&, const auto&, bool was_there) {
    came = came || !was_there;
    return true;
  });
}

Delivery click(DisplaySession& session, Ticket& ticket, const Aim& aim, const Click& click) {
  const auto clicking = [&](Finger& finger, const std::vector<KeyCode>& keys, bool) {
    const HeldModifiers held(session.hands, keys);
    return finger.click_apart(static_cast<unsigned>(click.button), click.count);
  };
  return guarded(session, ticket, aim, click.at, {true, true, true, click.modifiers}, clicking);
}

Delivery scroll(DisplaySession& session, Ticket& ticket, const Aim& aim, const Scroll& scroll) {
  const auto turns = [](int wanted) { return std::min(std::abs(wanted), max_wheel); };
  const auto turning = [&](Finger& finger, const std::vector<KeyCode>& keys, bool) {
    const HeldModifiers held(session.hands, keys);
    return finger.click(scroll.dy < 0 ? wheel_up : wheel_down, turns(scroll.dy)) &&
           finger.click(scroll.dx < 0 ? wheel_left : wheel_right, turns(scroll.dx));
  };
  return guarded(session, ticket, aim, scroll.at, {true, true, false, scroll.modifiers}, turning);
}

Delivery press(DisplaySession& session, Ticket& ticket, const Aim& aim, const MouseDown& down) {
  const auto button = static_cast<unsigned>(down.button);
  return guarded(session, ticket, aim, down.at, {true, true, true}, [&](Finger& finger, const auto&, bool) {
    if (!finger.press(button)) return false;
    session.hands.note_held(button);
    return true;
  });
}

Delivery release(DisplaySession& session, Ticket& ticket, const Aim& aim, const MouseUp& up) {
  return guarded(session, ticket, aim, up.at, {true}, [&](Finger&, const auto&, bool) {
    session.hands.release_held(static_cast<unsigned>(up.button));
    return true;
  });
}

Delivery take(DisplaySession& session, Ticket& ticket, const Aim& aim, const Drag& drag) {
  const auto button = static_cast<unsigned>(drag.button);
  const auto taking = [&](Finger& finger, const std::vector<KeyCode>& keys, bool) {
    for (const auto key : keys) session.hands.hold_key(key, true);
    if (finger.press(button)) {
      session.hands.note_held(button);
      return true;
    }
    for (const auto key : keys) session.hands.hold_key(key, false);
    return false;
  };
  return guarded(session, ticket, aim, drag.from, {true, true, true, drag.modifiers}, taking);
}

void carry(DisplaySession& session, Point to) {
  const ServerGrab grab(*session.x, ServerGrab::ask);
  session.hands.move(to);
  session.hands.finish();
}

void drop(DisplaySession& session, const Drag& drag, Point at) {
  const ServerGrab grab(*session.x, ServerGrab::ask);
  session.hands.move(at);
  session.hands.release_held(static_cast<unsigned>(drag.button));
  if (session.keymap.refresh(*session.x)) {
    if (const auto keys = modifier_keys(session.keymap, drag.modifiers)) {
      for (const auto key : *keys) session.hands.hold_key(key, false);
    }
  }
  session.hands.finish();
}

}  // namespace interlock::platform::x11
