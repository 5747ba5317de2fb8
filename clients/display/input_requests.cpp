// The pointer and the keyboard in the core protocol. XTEST is in xtest.cpp.

#include "clients/display/requests.h"

namespace interlock::display {
namespace {

constexpr std::uint8_t key_press = 2, key_release = 3, button_press = 4, button_release = 5, motion_notify = 6,
                       client_message = 33;

/// From the state of an event.
HeldWith held_with(std::uint16_t state) {
  HeldWith held;
  Modifiers& modifiers = held.modifiers;
  if ((state & 1U << 0) != 0) modifiers.add(Modifier::shift);
  if ((state & 1U << 2) != 0) modifiers.add(Modifier::ctrl);
  if ((state & 1U << 3) != 0) modifiers.add(Modifier::alt);
  if ((state & 1U << 6) != 0) modifiers.add(Modifier::super);
  held.second_group = (state & 1U << 7) != 0;
  return held;
}

/// Gives the keyboard focus to the window that an event is for, where it does not have it.
asio::awaitable<Answer> bring_focus(Call call, WindowId window) {
  const WindowId focus = co_await call.display.view.focus();
  if (window <= 1 || window == focus) co_return Answer{};
  const auto windows = co_await call.display.view.windows();
  if (!windows) co_return no_answer(windows.error());
  const auto* target = (*windows)->find(window);
  if (!target) co_return Fault{ErrorCode::window, window};
  if (target->parent == 0) co_return Answer{};
  // The focus may be in a part of that window, and the window in a frame of the window manager's.
  for (const auto* at = (*windows)->find(focus); at; at = (*windows)->find(at->parent)) {
    if (at->id == window) co_return Answer{};
  }
  co_return co_await perform(call, ChangeWindow{window, WindowChange::focus});
}

asio::awaitable<Answer> send_key(Call call, WindowId window, bool down, std::uint8_t code, std::uint16_t state) {
  const Answer focused = co_await bring_focus(call, window);
  if (std::holds_alternative<Fault>(focused)) co_return focused;
  auto& hands = call.display.hands;
  co_return done(co_await hands.key(call.client, code, call.display.keyboard.symbols(code), down, held_with(state)));
}

asio::awaitable<Answer> send_message(Call call) {
  Reader& in = call.in;
  const unsigned format = static_cast<unsigned char>(call.request.body[9]);
  in.skip(4);
  const WindowId window = in.u32();
  const auto type = call.display.atoms.name(in.u32());
  std::array<std::uint32_t, 5> data{};
  for (auto& number : data) number = in.u32();
  if (format != 32 || !type) co_return Fault{ErrorCode::access, window, "messages to applications are not passed on"};
  co_return co_await window_manager_message(call, window, std::string(*type), data);
}

}  // namespace

asio::awaitable<Answer> send_event(Call call) {
  Reader& in = call.in;
  const WindowId destination = in.u32();
  in.skip(4);  // event mask
  if (in.left() < 32) co_return Fault{ErrorCode::length};
  const auto type = static_cast<std::uint8_t>(static_cast<unsigned char>(call.request.body[8]) & 0x7FU);
  if (type == client_message) co_return co_await send_message(call);
  in.skip(1);
  const std::uint8_t detail = in.u8();
  in.skip(2 + 4 + 4);  // sequence number, time, root
  (void)in.u32();      // event window
  in.skip(4);          // child
  const Point root{in.i16(), in.i16()};
  in.skip(4);
  const std::uint16_t state = in.u16();
  auto& hands = call.display.hands;
  switch (type) {
    case key_press:
    case key_release:
      co_return co_await send_key(call, destination, type == key_press, detail, state);
    case button_press:
    case button_release:
      if (type == button_press && root != Point{}) {
        if (const auto refusal = co_await hands.motion(call.client, root)) co_return done(refusal);
      }
      co_return done(co_await hands.button(call.client, detail, type == button_press));
    case motion_notify:
      co_return done(co_await hands.motion(call.client, root));
    default:
      co_return Fault{ErrorCode::access, destination, "only keys, buttons and messages to the window manager are sent"};
  }
}

asio::awaitable<Answer> query_pointer(Call call) {
  const WindowId id = call.in.u32();
  const auto aimed = call.display.hands.aimed();  // before the question: what is done meanwhile may be in no answer
  const auto desktop = co_await call.display.view.desktop();
  if (!desktop) co_return no_answer(desktop.error());
  const auto& gestures = call.display.hands.gestures();
  const Point at = aimed.value_or(desktop->pointer);
  Point in_window = at;
  WindowId child = desktop->frame;
  if (id != desktop->root) {
    const auto windows = co_await call.display.view.windows();
    const auto* window = windows ? (*windows)->find(id) : nullptr;
    if (!window) co_return Fault{ErrorCode::window, id};
    in_window = {at.x - window->rect.x, at.y - window->rect.y};
    child = 0;
    for (const WindowId each : window->children) {
      const auto* below = (*windows)->find(each);
      if (below && below->visible && below->rect.contains(at)) child = each;
    }
  }
  auto out = call.out();
  out.u32(desktop->root).u32(child).i16(at.x).i16(at.y).i16(in_window.x).i16(in_window.y).u16(gestures.state());
  co_return reply(1, out);
}

asio::awaitable<Answer> warp_pointer(Call call) {
  call.in.skip(4);
  const WindowId to = call.in.u32();
  call.in.skip(8);  // the source rectangle
  Point point{call.in.i16(), call.in.i16()};
  if (!call.in.good()) co_return Fault{ErrorCode::length};
  auto& hands = call.display.hands;
  if (to == 0) co_return done(co_await hands.motion_by(call.client, point));
  const auto windows = co_await call.display.view.windows();
  if (!windows) co_return no_answer(windows.error());
  const auto* window = (*windows)->find(to);
  if (!window) co_return Fault{ErrorCode::window, to};
  point = {window->rect.x + point.x, window->rect.y + point.y};
  co_return done(co_await hands.motion(call.client, point));
}

asio::awaitable<Answer> query_keymap(Call call) {
  std::array<std::uint8_t, 32> keys{};
  for (const auto code : call.display.hands.gestures().keys_down())
    keys[code / 8] |= static_cast<std::uint8_t>(1U << code % 8);
  auto out = call.out();
  for (const auto byte : keys) out.u8(byte);
  co_return reply(0, out);
}

asio::awaitable<Answer> get_keyboard_mapping(Call call) {
  const unsigned first = call.in.u8(), count = call.in.u8();
  if (first < first_keycode || first + count > last_keycode + 1U) co_return Fault{ErrorCode::value, first};
  auto out = call.out();
  out.zeros(24);
  for (unsigned code = first; code < first + count; ++code) {
    for (const auto symbol : call.display.keyboard.symbols(static_cast<std::uint8_t>(code))) out.u32(symbol);
  }
  co_return reply(symbols_per_key, out);
}

asio::awaitable<Answer> change_keyboard_mapping(Call call) {
  const unsigned count = call.request.data, first = call.in.u8();
  const std::size_t each = call.in.u8();
  call.in.skip(2);
  if (first < first_keycode || first + count > last_keycode + 1U) co_return Fault{ErrorCode::value, first};
  if (call.in.left() < count * each * 4) co_return Fault{ErrorCode::length};
  // What was pressed with the symbols until now was meant with them.
  for (unsigned code = first; code < first + count; ++code) {
    std::vector<KeySymbol> symbols;
    for (std::size_t i = 0; i < each; ++i) symbols.push_back(call.in.u32());
    call.display.keyboard.change(static_cast<std::uint8_t>(code), symbols);
  }
  co_return Answer{};
}

asio::awaitable<Answer> get_modifier_mapping(Call call) {
  auto out = call.out();
  out.zeros(24);
  for (const auto code : modifier_keys()) out.u8(code);
  co_return reply(keys_per_modifier, out);
}

}  // namespace interlock::display
