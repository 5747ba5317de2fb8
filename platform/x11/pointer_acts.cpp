#include "platform/x11/pointer_acts.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "platform/x11/guard.h"

namespace interlock::platform::x11 {
namespace {

constexpr unsigned wheel_up = 4, wheel_down = 5, wheel_left = 6, wheel_right = 7;

std::optional<std::vector<KeyCode>> modifier_keys(const Keymap& keymap, gate::Modifiers modifiers) {
  std::vector<KeyCode> keys;
  for (const auto each : {gate::Modifier::shift, gate::Modifier::ctrl, gate::Modifier::alt, gate::Modifier::super}) {
    if (!modifiers.has(each)) continue;
    const auto key = keymap.key_of(each);
    if (!key) return std::nullopt;
    keys.push_back(*key);
  }
  return keys;
}

bool pointer_is_at(const Connection& x, gate::Point at) {
  const Reply<xcb_query_pointer_reply_t> pointer(
      xcb_query_pointer_reply(x.xcb(), xcb_query_pointer(x.xcb(), x.root()), nullptr));
  return pointer && pointer->root_x == at.x && pointer->root_y == at.y;
}

/// The frame of every pointer act: grab, look, go there, `act(modifier keys)`, ungrab.
template <class Act>
Delivery guarded(Session& session, Ticket& ticket, const WindowView& view, gate::Point at,
                 std::vector<unsigned> buttons, gate::Modifiers modifiers, Act act) {
  const auto& x = *session.x;
  const ServerGrab grab(x);
  if (!ticket.commit()) return refused("deadline", "the display was busy until it was too late");
  Press press{std::move(buttons), {}};
  if (!press.buttons.empty() || !modifiers.empty()) {
    if (!session.keymap.refresh(x)) return refused("no_display", "the X display does not tell its keyboard");
    auto keys = modifier_keys(session.keymap, modifiers);
    if (!keys) {
      return refused("unknown_key", "the keyboard layout has no key for one of " + gate::to_string(modifiers));
    }
    press.modifiers = std::move(*keys);
  }
  if (auto refusal = check_pointer(session, view, at, press)) return {.refusal = std::move(refusal)};
  session.hands.move(at);
  // Something may keep the pointer from going there: a grab that confines it, a screen with gaps, a grabbed device.
  if (!pointer_is_at(x, at)) {
    if (x.lost()) return refused("no_display", "the X display went away");
    return refused("outside_screen",
                   "the pointer cannot go to (" + std::to_string(at.x) + ", " + std::to_string(at.y) + ")");
  }
  act(press.modifiers);
  session.hands.finish();
  return {.complete = true};
}

}  // namespace

Delivery refused(std::string_view code, std::string reason) {
  return {.refusal = Refusal{code, std::move(reason)}};
}

Delivery move(Session& session, Ticket& ticket, const WindowView& view, const gate::Move& move) {
  return guarded(session, ticket, view, move.at, {}, {}, [](const auto&) {});
}

Delivery click(Session& session, Ticket& ticket, const WindowView& view, const gate::Click& click) {
  const auto button = static_cast<unsigned>(click.button);
  return guarded(session, ticket, view, click.at, {button}, click.modifiers, [&](const std::vector<KeyCode>& keys) {
    const HeldModifiers held(session.hands, keys);
    for (int i = 0; i < click.count; ++i) {
      session.hands.button(button, true);
      session.hands.button(button, false);
    }
  });
}

Delivery scroll(Session& session, Ticket& ticket, const WindowView& view, const gate::Scroll& scroll) {
  std::vector<unsigned> buttons;
  if (scroll.dy != 0) buttons.push_back(scroll.dy < 0 ? wheel_up : wheel_down);
  if (scroll.dx != 0) buttons.push_back(scroll.dx < 0 ? wheel_left : wheel_right);
  const auto clicks = [&](int wanted) { return std::min(std::abs(wanted), max_wheel); };
  return guarded(session, ticket, view, scroll.at, buttons, scroll.modifiers, [&](const std::vector<KeyCode>& keys) {
    const HeldModifiers held(session.hands, keys);
    const auto turn = [&](unsigned button, int times) {
      for (int i = 0; i < times; ++i) {
        session.hands.button(button, true);
        session.hands.button(button, false);
      }
    };
    turn(scroll.dy < 0 ? wheel_up : wheel_down, clicks(scroll.dy));
    turn(scroll.dx < 0 ? wheel_left : wheel_right, clicks(scroll.dx));
  });
}

Delivery press(Session& session, Ticket& ticket, const WindowView& view, const gate::MouseDown& down) {
  const auto button = static_cast<unsigned>(down.button);
  return guarded(session, ticket, view, down.at, {button}, {},
                 [&](const auto&) { session.hands.hold_button(button, true); });
}

Delivery release(Session& session, Ticket& ticket, const WindowView& view, const gate::MouseUp& up) {
  const auto button = static_cast<unsigned>(up.button);
  return guarded(session, ticket, view, up.at, {button}, {},
                 [&](const auto&) { session.hands.hold_button(button, false); });
}

Delivery take(Session& session, Ticket& ticket, const WindowView& view, const gate::Drag& drag) {
  const auto button = static_cast<unsigned>(drag.button);
  return guarded(session, ticket, view, drag.from, {button}, drag.modifiers, [&](const std::vector<KeyCode>& keys) {
    for (const auto key : keys) session.hands.hold_key(key, true);
    session.hands.hold_button(button, true);
  });
}

void carry(Session& session, gate::Point to) {
  session.hands.move(to);
  session.hands.finish();
}

void drop(Session& session, const gate::Drag& drag, gate::Point at) {
  session.hands.move(at);
  session.hands.hold_button(static_cast<unsigned>(drag.button), false);
  if (session.keymap.refresh(*session.x)) {
    if (const auto keys = modifier_keys(session.keymap, drag.modifiers)) {
      for (const auto key : *keys) session.hands.hold_key(key, false);
    }
  }
  session.hands.finish();
}

}  // namespace interlock::platform::x11
