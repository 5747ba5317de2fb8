#include "clients/display/keyboard.h"

#include <algorithm>
#include <string_view>

#include <xkbcommon/xkbcommon-keysyms.h>
#include <xkbcommon/xkbcommon.h>

namespace interlock::display {
namespace {

/// Keys side by side, from a keycode of the evdev rules, with their plain and shifted characters.
struct Row {
  std::uint8_t first;
  std::string_view plain;
  std::string_view shifted;
};
constexpr Row rows[] = {{10, "1234567890-=", "!@#$%^&*()_+"},
                        {24, "qwertyuiop[]", "QWERTYUIOP{}"},
                        {38, "asdfghjkl;'`", "ASDFGHJKL:\"~"},
                        {51, "\\zxcvbnm,./", "|ZXCVBNM<>?"},
                        {65, " ", " "},
                        {94, "<", ">"}};

struct OtherKey {
  std::uint8_t code;
  KeySymbol symbol;
  KeySymbol shifted = 0;  ///< 0: the same
};
constexpr OtherKey other_keys[] = {
    {9, XKB_KEY_Escape},
    {22, XKB_KEY_BackSpace},
    {23, XKB_KEY_Tab, XKB_KEY_ISO_Left_Tab},
    {36, XKB_KEY_Return},
    {37, XKB_KEY_Control_L},
    {50, XKB_KEY_Shift_L},
    {62, XKB_KEY_Shift_R},
    {63, XKB_KEY_KP_Multiply},
    {64, XKB_KEY_Alt_L},
    {66, XKB_KEY_Caps_Lock},
    {67, XKB_KEY_F1},
    {68, XKB_KEY_F2},
    {69, XKB_KEY_F3},
    {70, XKB_KEY_F4},
    {71, XKB_KEY_F5},
    {72, XKB_KEY_F6},
    {73, XKB_KEY_F7},
    {74, XKB_KEY_F8},
    {75, XKB_KEY_F9},
    {76, XKB_KEY_F10},
    {77, XKB_KEY_Num_Lock},
    {78, XKB_KEY_Scroll_Lock},
    {79, XKB_KEY_KP_7, XKB_KEY_KP_Home},
    {80, XKB_KEY_KP_8, XKB_KEY_KP_Up},
    {81, XKB_KEY_KP_9, XKB_KEY_KP_Prior},
    {82, XKB_KEY_KP_Subtract},
    {83, XKB_KEY_KP_4, XKB_KEY_KP_Left},
    {84, XKB_KEY_KP_5, XKB_KEY_KP_Begin},
    {85, XKB_KEY_KP_6, XKB_KEY_KP_Right},
    {86, XKB_KEY_KP_Add},
    {87, XKB_KEY_KP_1, XKB_KEY_KP_End},
    {88, XKB_KEY_KP_2, XKB_KEY_KP_Down},
    {89, XKB_KEY_KP_3, XKB_KEY_KP_Next},
    {90, XKB_KEY_KP_0, XKB_KEY_KP_Insert},
    {91, XKB_KEY_KP_Decimal, XKB_KEY_KP_Delete},
    {92, XKB_KEY_ISO_Level3_Shift},
    {95, XKB_KEY_F11},
    {96, XKB_KEY_F12},
    {104, XKB_KEY_KP_Enter},
    {105, XKB_KEY_Control_R},
    {106, XKB_KEY_KP_Divide},
    {107, XKB_KEY_Print, XKB_KEY_Sys_Req},
    {108, XKB_KEY_Alt_R, XKB_KEY_Meta_R},
    {109, XKB_KEY_Linefeed},  // with which libxdo types '\n'
    {110, XKB_KEY_Home},
    {111, XKB_KEY_Up},
    {112, XKB_KEY_Prior},
    {113, XKB_KEY_Left},
    {114, XKB_KEY_Right},
    {115, XKB_KEY_End},
    {116, XKB_KEY_Down},
    {117, XKB_KEY_Next},
    {118, XKB_KEY_Insert},
    {119, XKB_KEY_Delete},
    {121, XKB_KEY_XF86AudioMute},
    {122, XKB_KEY_XF86AudioLowerVolume},
    {123, XKB_KEY_XF86AudioRaiseVolume},
    {125, XKB_KEY_KP_Equal},
    {127, XKB_KEY_Pause, XKB_KEY_Break},
    {133, XKB_KEY_Super_L},
    {134, XKB_KEY_Super_R},
    {135, XKB_KEY_Menu},
    {136, XKB_KEY_Cancel},
    {146, XKB_KEY_Help},
    {166, XKB_KEY_XF86Back},
    {167, XKB_KEY_XF86Forward},
    {171, XKB_KEY_XF86AudioNext},
    {172, XKB_KEY_XF86AudioPlay},
    {173, XKB_KEY_XF86AudioPrev},
    {174, XKB_KEY_XF86AudioStop},
    {180, XKB_KEY_XF86HomePage},
    {181, XKB_KEY_XF86Reload},
    {203, XKB_KEY_Mode_switch},
};

// Shift, Lock, Control, Mod1 (Alt), Mod2 (Num Lock), Mod3, Mod4 (Super), Mod5.
constexpr std::array<std::uint8_t, 8 * keys_per_modifier> keys_of_modifiers = {50, 62, 66, 0, 37,  105, 64, 108,
                                                                               77, 0,  0,  0, 133, 134, 92, 203};

constexpr KeySymbol first_function_symbol = 0xFF00;  ///< keys that are not characters, and the keypad
constexpr KeySymbol last_function_symbol = 0xFFFF;

}  // namespace

Keyboard::Keyboard() {
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.plain.size(); ++i) {
      const KeySymbol plain = static_cast<unsigned char>(row.plain[i]);
      const KeySymbol shifted = static_cast<unsigned char>(row.shifted[i]);
      map_[row.first + i] = {plain, shifted, plain, shifted};
    }
  }
  for (const OtherKey& key : other_keys) {
    const KeySymbol shifted = key.shifted != 0 ? key.shifted : key.symbol;
    map_[key.code] = {key.symbol, shifted, key.symbol, shifted};
  }
}

void Keyboard::change(std::uint8_t keycode, std::span<const KeySymbol> symbols) {
  KeySymbols changed{};
  std::copy_n(symbols.begin(), std::min(symbols.size(), changed.size()), changed.begin());
  // A key with one symbol stands for both cases of it, and the first group for the second (X protocol, "Keyboards").
  if (changed[1] == 0) changed[1] = upper_case(changed[0]);
  if (changed[2] == 0 && changed[3] == 0) std::copy_n(changed.begin(), 2, changed.begin() + 2);
  map_[keycode] = changed;
}

const std::array<std::uint8_t, 8 * keys_per_modifier>& modifier_keys() {
  return keys_of_modifiers;
}

std::uint8_t modifier_bit(std::uint8_t keycode) {
  if (keycode == 0) return 0;
  const auto found = std::find(keys_of_modifiers.begin(), keys_of_modifiers.end(), keycode);
  if (found == keys_of_modifiers.end()) return 0;
  return static_cast<std::uint8_t>(1 << ((found - keys_of_modifiers.begin()) / keys_per_modifier));
}

std::optional<Modifier> modifier_of(KeySymbol symbol) {
  switch (symbol) {
    case XKB_KEY_Shift_L:
    case XKB_KEY_Shift_R:
      return Modifier::shift;
    case XKB_KEY_Control_L:
    case XKB_KEY_Control_R:
      return Modifier::ctrl;
    case XKB_KEY_Alt_L:
    case XKB_KEY_Alt_R:
    case XKB_KEY_Meta_L:
    case XKB_KEY_Meta_R:
      return Modifier::alt;
    case XKB_KEY_Super_L:
    case XKB_KEY_Super_R:
      return Modifier::super;
    default:
      return std::nullopt;
  }
}

bool chooses_second_group(KeySymbol symbol) {
  return symbol == XKB_KEY_ISO_Level3_Shift || symbol == XKB_KEY_Mode_switch;
}

std::optional<char32_t> character_of(KeySymbol symbol) {
  if (symbol >= first_function_symbol && symbol <= last_function_symbol) return std::nullopt;
  const char32_t character = xkb_keysym_to_utf32(symbol);
  if (character < 0x20 || (character >= 0x7F && character < 0xA0)) return std::nullopt;
  return character;
}

std::string symbol_name(KeySymbol symbol) {
  // What ends a line is the key for that: few applications know a line feed, and none by another meaning.
  if (symbol == XKB_KEY_Linefeed) symbol = XKB_KEY_Return;
  std::array<char, 64> name{};
  if (symbol == 0 || xkb_keysym_get_name(symbol, name.data(), name.size()) <= 0) return {};
  return name.data();
}

KeySymbol upper_case(KeySymbol symbol) {
  return xkb_keysym_to_upper(symbol);
}

}  // namespace interlock::display
