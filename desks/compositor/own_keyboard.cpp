#include "desks/compositor/own_keyboard.h"

#include <algorithm>

#include "desks/compositor/core.h"

namespace interlock::compositor {
namespace {

constexpr std::uint32_t evdev_offset = 8;   // XKB's keycodes are evdev's + 8
constexpr std::uint32_t first_spare = 219;  // XKB: <I219> to <I250>, keys of multimedia keyboards
constexpr std::uint32_t shift_key = KEY_LEFTSHIFT;

const wlr_keyboard_impl own_keyboard_impl = {.name = "interlock", .led_update = nullptr};

std::string keymap_text(const std::array<xkb_keysym_t, OwnKeyboard::spare_keys>& spare) {
  std::string text =
      "xkb_keymap {\n xkb_keycodes { include \"evdev+aliases(qwerty)\" };\n xkb_types { include \"complete\" };\n"
      " xkb_compat { include \"complete\" };\n xkb_symbols { include \"pc+us+inet(evdev)\"\n";
  for (std::size_t at = 0; at < spare.size(); ++at) {
    if (spare[at] == XKB_KEY_NoSymbol) continue;
    char name[64];
    xkb_keysym_get_name(spare[at], name, sizeof name);
    text += "  replace key <I" + std::to_string(first_spare + at) + "> { type = \"ONE_LEVEL\", symbols[Group1] = [ " +
            name + " ] };\n";
  }
  return text + " };\n};\n";
}

}  // namespace

OwnKeyboard::OwnKeyboard(wlr_seat* seat) : seat_(seat), context_(xkb_context_new(XKB_CONTEXT_NO_FLAGS)) {
  wlr_keyboard_init(&keyboard_, &own_keyboard_impl, "interlock");
  // What interlockd holds must not repeat by the application's clock.
  wlr_keyboard_set_repeat_info(&keyboard_, 0, 0);
  use(spare_);
  key_.connect(keyboard_.events.key, with<wlr_keyboard_key_event>([this](auto* event) {
                 wlr_seat_set_keyboard(seat_, &keyboard_);
                 wlr_seat_keyboard_notify_key(seat_, event->time_msec, event->keycode, event->state);
               }));
  modifiers_.connect(keyboard_.events.modifiers, [this](void*) {
    wlr_seat_set_keyboard(seat_, &keyboard_);
    wlr_seat_keyboard_notify_modifiers(seat_, &keyboard_.modifiers);
  });
  wlr_seat_set_keyboard(seat, &keyboard_);
}

OwnKeyboard::~OwnKeyboard() {
  key_.disconnect();
  modifiers_.disconnect();
  wlr_keyboard_finish(&keyboard_);
  xkb_context_unref(context_);
}

bool OwnKeyboard::use(const std::array<xkb_keysym_t, spare_keys>& spare) {
  xkb_keymap* keymap = xkb_keymap_new_from_string(context_, keymap_text(spare).c_str(), XKB_KEYMAP_FORMAT_TEXT_V1,
                                                  XKB_KEYMAP_COMPILE_NO_FLAGS);
  if (!keymap) return false;
  const bool used = wlr_keyboard_set_keymap(&keyboard_, keymap);
  if (used) learn(keymap);
  xkb_keymap_unref(keymap);
  if (used) spare_ = spare;
  return used;
}

void OwnKeyboard::learn(xkb_keymap* keymap) {
  plain_.clear();
  any_.clear();
  const auto shift = 1U << xkb_keymap_mod_get_index(keymap, XKB_MOD_NAME_SHIFT);
  for (auto code = xkb_keymap_min_keycode(keymap); code <= xkb_keymap_max_keycode(keymap) && code < 256; ++code) {
    const auto levels = std::min(2U, xkb_keymap_num_levels_for_key(keymap, code, 0));
    for (xkb_level_index_t level = 0; level < levels; ++level) {
      const xkb_keysym_t* keysyms = nullptr;
      if (xkb_keymap_key_get_syms_by_level(keymap, code, 0, level, &keysyms) != 1) continue;
      xkb_mod_mask_t masks[8];
      const auto found = xkb_keymap_key_get_mods_for_level(keymap, code, 0, level, masks, 8);
      const bool by_shift = std::find(masks, masks + found, shift) != masks + found;
      const Stroke stroke{code - evdev_offset, level == 1};
      if (level == 0) plain_.emplace(keysyms[0], stroke);
      if (level == 0 || by_shift) any_.emplace(keysyms[0], stroke);
    }
  }
}

bool OwnKeyboard::provide(std::span<const xkb_keysym_t> keysyms, bool plain) {
  const auto& known = plain ? plain_ : any_;
  auto spare = spare_;
  auto next = next_spare_;
  std::vector<xkb_keysym_t> missing;
  for (const auto keysym : keysyms) {
    if (!known.contains(keysym) && std::find(missing.begin(), missing.end(), keysym) == missing.end()) {
      missing.push_back(keysym);
    }
  }
  if (missing.empty()) return true;
  const auto is_free = [&](std::size_t at) {
    return !is_down(static_cast<std::uint32_t>(first_spare + at - evdev_offset)) &&
           std::find(keysyms.begin(), keysyms.end(), spare[at]) == keysyms.end();
  };
  for (const auto keysym : missing) {
    std::size_t tries = 0;
    while (!is_free(next) && tries++ < spare_keys) next = (next + 1) % spare_keys;
    if (!is_free(next)) return false;
    spare[next] = keysym;
    next = (next + 1) % spare_keys;
  }
  if (!use(spare)) return false;
  next_spare_ = next;
  return std::all_of(keysyms.begin(), keysyms.end(), [&](auto keysym) { return known.contains(keysym); });
}

std::optional<OwnKeyboard::Stroke> OwnKeyboard::stroke(xkb_keysym_t keysym, bool plain) const {
  const auto& known = plain ? plain_ : any_;
  const auto at = known.find(keysym);
  if (at == known.end()) return std::nullopt;
  return at->second;
}

void OwnKeyboard::key(std::uint32_t keycode, bool press) {
  if (press) {
    down_.insert(keycode);
  } else {
    down_.erase(keycode);
  }
  wlr_keyboard_key_event event = {};
  event.time_msec = now_ms();
  event.keycode = keycode;
  event.update_state = true;
  event.state = press ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED;
  wlr_keyboard_notify_key(&keyboard_, &event);
}

void OwnKeyboard::type(Stroke stroke) {
  if (stroke.shift) key(shift_key, true);
  key(stroke.keycode, true);
  key(stroke.keycode, false);
  if (stroke.shift) key(shift_key, false);
}

void OwnKeyboard::release_all() {
  while (!down_.empty()) key(*down_.begin(), false);
}

bool OwnKeyboard::modifier_held() const {
  const auto& state = keyboard_.modifiers;
  return ((state.depressed | state.latched | state.locked) & ~static_cast<std::uint32_t>(WLR_MODIFIER_MOD2)) != 0;
}

std::optional<xkb_keysym_t> keysym_of(char32_t character) {
  if (character == U'\n') return XKB_KEY_Return;
  if (character == U'\t') return XKB_KEY_Tab;
  if (character < 0x20 || (character >= 0x7F && character < 0xA0)) return std::nullopt;
  const auto keysym = xkb_utf32_to_keysym(character);
  if (keysym == XKB_KEY_NoSymbol || xkb_keysym_to_utf32(keysym) != character) return std::nullopt;
  return keysym;
}

std::optional<std::u32string> code_points(std::string_view text) {
  std::u32string points;
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if ((first >= 0x80 && first < 0xC2) || first > 0xF4 || at + length > text.size()) return std::nullopt;
    char32_t point = length == 1 ? first : first & (0x7FU >> length);
    for (std::size_t next = 1; next < length; ++next) {
      const auto byte = static_cast<unsigned char>(text[at + next]);
      if ((byte & 0xC0U) != 0x80U) return std::nullopt;
      point = point << 6U | (byte & 0x3FU);
    }
    points += point;
    at += length;
  }
  return points;
}

}  // namespace interlock::compositor
