// XKEYBOARD as far as libX11 and libxdo need it: the map of the keyboard, in one group of two levels, and its state.
#include <algorithm>

#include <xkbcommon/xkbcommon-keysyms.h>

#include "clients/display/extensions.h"

namespace interlock::display {
namespace {

// Parts of a map (MapPart of the protocol).
constexpr std::uint16_t key_types = 1, key_symbols = 2, modifier_map = 4, explicit_components = 8, key_actions = 16,
                        key_behaviors = 32, virtual_modifiers = 64, virtual_modifier_map = 128;
constexpr std::uint8_t core_device = 3;
constexpr unsigned one_level = 0, two_level = 1, alphabetic = 2, keypad = 3;
constexpr std::uint8_t shift_mask = 1, lock_mask = 2, num_lock_mask = 16;

struct Level {
  std::uint8_t modifiers;
  std::uint8_t level;
};

void write_type(Writer& out, std::uint8_t mask, unsigned levels, std::initializer_list<Level> map) {
  out.u8(mask).u8(mask).u16(0).u8(levels).u8(static_cast<std::uint32_t>(map.size())).u8(0).zeros(1);
  for (const auto& [modifiers, level] : map) out.u8(1).u8(modifiers).u8(level).u8(modifiers).u16(0).zeros(2);
}

/// The four types that every map begins with (XKB protocol, "Canonical Key Types").
void write_types(Writer& out) {
  write_type(out, 0, 1, {});
  write_type(out, shift_mask, 2, {{shift_mask, 1}});
  write_type(out, shift_mask | lock_mask, 2, {{shift_mask, 1}, {lock_mask, 1}});
  write_type(out, shift_mask | num_lock_mask, 2, {{shift_mask, 1}, {num_lock_mask, 1}});
}

unsigned type_of(const KeySymbols& symbols) {
  if (symbols[0] == symbols[1]) return one_level;
  if (symbols[0] >= XKB_KEY_KP_Space && symbols[0] <= XKB_KEY_KP_Equal) return keypad;
  return upper_case(symbols[0]) == symbols[1] ? alphabetic : two_level;
}

/// One group for each key with symbols; returns the number of symbols.
unsigned write_symbols(Writer& out, const Keyboard& keyboard, unsigned first, unsigned count) {
  unsigned total = 0;
  for (unsigned code = first; code < first + count; ++code) {
    const auto& symbols = keyboard.symbols(static_cast<std::uint8_t>(code));
    const bool empty = symbols[0] == 0 && symbols[1] == 0;
    const unsigned type = type_of(symbols);
    const unsigned levels = empty ? 0 : type == one_level ? 1 : 2;
    out.u8(type).zeros(3).u8(empty ? 0 : 1).u8(empty ? 0 : type == one_level ? 1 : 2).u16(levels);
    for (unsigned i = 0; i < levels; ++i) out.u32(symbols[i]);
    total += levels;
  }
  return total;
}

unsigned write_modifier_map(Writer& out) {
  unsigned total = 0;
  for (unsigned code = first_keycode; code <= last_keycode; ++code) {
    const auto bit = modifier_bit(static_cast<std::uint8_t>(code));
    if (bit == 0) continue;
    out.u8(code).u8(bit);
    ++total;
  }
  out.pad();
  return total;
}

struct Keys {
  unsigned first = 0;
  unsigned count = 0;
};

/// The keys of a part: all if it is asked for in full, else those of the request.
Keys keys_of(bool full, unsigned first, unsigned count) {
  if (full) return {first_keycode, last_keycode - first_keycode + 1};
  if (first < first_keycode) return {};
  return {first, std::min(count, last_keycode + 1 - first)};
}

asio::awaitable<Answer> get_map(Call call) {
  call.in.skip(2);
  const unsigned full = call.in.u16(), partial = call.in.u16();
  call.in.skip(2);
  const unsigned first = call.in.u8(), count = call.in.u8();
  const unsigned present = full | partial;
  const Keys all = keys_of(true, 0, 0);
  const Keys keys = keys_of((full & key_symbols) != 0, first, count);
  Writer body(call.order);
  unsigned symbols = 0, modifiers = 0;
  if ((present & key_types) != 0) write_types(body);
  if ((present & key_symbols) != 0) symbols = write_symbols(body, call.display.keyboard, keys.first, keys.count);
  if ((present & key_actions) != 0) body.zeros(all.count);
  body.pad();
  if ((present & modifier_map) != 0) modifiers = write_modifier_map(body);

  const auto part = [&](unsigned bit, unsigned value) { return (present & bit) != 0 ? value : 0; };
  auto out = call.out();
  out.zeros(2).u8(first_keycode).u8(last_keycode).u16(present);
  out.u8(0).u8(part(key_types, 4)).u8(4);
  out.u8(part(key_symbols, keys.first)).u16(symbols).u8(part(key_symbols, keys.count));
  out.u8(part(key_actions, all.first)).u16(0).u8(part(key_actions, all.count));
  out.u8(part(key_behaviors, all.first)).u8(part(key_behaviors, all.count)).u8(0);
  out.u8(part(explicit_components, all.first)).u8(part(explicit_components, all.count)).u8(0);
  out.u8(part(modifier_map, all.first)).u8(part(modifier_map, all.count)).u8(modifiers);
  out.u8(part(virtual_modifier_map, all.first)).u8(part(virtual_modifier_map, all.count)).u8(0);
  out.zeros(1).u16(0).bytes(body.text());
  static_assert((virtual_modifiers & key_types) == 0);
  co_return reply(core_device, out);
}

Answer state(const Call& call) {
  auto out = call.out();
  const auto held = static_cast<std::uint8_t>(call.display.hands.gestures().state());
  out.u8(held).u8(held).u8(0).u8(0).u8(0).u8(0).i16(0).i16(0).u8(held).u8(held).u8(held).u8(held).u8(held).zeros(1);
  out.u16(0);
  return reply(core_device, out);
}

Answer controls(const Call& call) {
  auto out = call.out();
  out.u8(0).u8(1).zeros(6).u16(0).u16(0);  // mouse keys, groups, wraps, modifiers, virtual modifiers
  out.u16(400).u16(40).zeros(2 * 12).zeros(3 * 4).zeros(32);
  return reply(core_device, out);
}

/// No names of keys and groups: clients ask for them to show a layout.
Answer names(const Call& call) {
  auto out = call.out();
  out.u32(0).u8(first_keycode).u8(last_keycode).u8(0).u8(0).u16(0).u8(0).u8(0).u32(0).u8(0).u8(0).u16(0).zeros(4);
  return reply(core_device, out);
}

}  // namespace

asio::awaitable<Answer> xkb_request(Call call) {
  enum : std::uint8_t {
    use_extension = 0,
    select_events = 1,
    bell = 3,
    get_state = 4,
    latch_lock_state = 5,
    get_controls = 6,
    get_map_request = 8,
    get_names = 17,
    per_client_flags = 21
  };
  auto out = call.out();
  switch (call.request.data) {
    case use_extension:
      out.u16(1).u16(0);
      co_return reply(1, out);
    case select_events:
    case bell:
    case latch_lock_state:  // the one group is always in force
      co_return Answer{};
    case get_state:
      co_return state(call);
    case get_controls:
      co_return controls(call);
    case get_map_request:
      co_return co_await get_map(call);
    case get_names:
      co_return names(call);
    case per_client_flags:
      out.u32(1).u32(0).u32(0).u32(0);
      co_return reply(core_device, out);
    default:
      co_return Fault{ErrorCode::access, call.request.data, "the map of this keyboard is changed by the core protocol"};
  }
}

}  // namespace interlock::display
