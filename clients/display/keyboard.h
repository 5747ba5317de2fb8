/// The keyboard of the guarded display: a US keyboard whose map clients can change, as they do to type other
/// characters. Only this display knows of it: the daemon types characters on the real keyboard, whatever its layout.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "values/key_chord.h"

namespace interlock::display {

using KeySymbol = std::uint32_t;  ///< an X keysym; 0: none

inline constexpr std::uint8_t first_keycode = 8;
inline constexpr std::uint8_t last_keycode = 255;
inline constexpr std::size_t symbols_per_key = 4;  ///< two groups of two levels, as clients expect them

using KeySymbols = std::array<KeySymbol, symbols_per_key>;

class Keyboard {
 public:
  Keyboard();
  const KeySymbols& symbols(std::uint8_t keycode) const { return map_[keycode]; }
  /// Symbols beyond the fourth are left out.
  void change(std::uint8_t keycode, std::span<const KeySymbol> symbols);

 private:
  std::array<KeySymbols, 256> map_{};
};

/// The keycodes of the eight modifiers, two for each; 0: none.
inline constexpr std::size_t keys_per_modifier = 2;
const std::array<std::uint8_t, 8 * keys_per_modifier>& modifier_keys();
/// The bit of the modifier of a keycode, as in the state of events; 0: none.
std::uint8_t modifier_bit(std::uint8_t keycode);

/// The modifier that a symbol is (Control_R: ctrl).
std::optional<Modifier> modifier_of(KeySymbol symbol);
/// A key that, while it is held, makes keys give the symbols of the second group: AltGr.
bool chooses_second_group(KeySymbol symbol);
/// The character of a symbol; nothing for keys without one (Return, F1) and those of the keypad.
std::optional<char32_t> character_of(KeySymbol symbol);
/// "Return", "slash"; empty for no symbol. "Return" for a line feed, too.
std::string symbol_name(KeySymbol symbol);
/// The symbol with the other case, for keys of which only one symbol is given ("a": "A"); the same if it has no case.
KeySymbol upper_case(KeySymbol symbol);

}  // namespace interlock::display
