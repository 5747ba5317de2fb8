/// Keys as people write them: "ctrl+shift+v", "Return", "alt+F4". Names are X keysym names; other common spellings
/// ("Enter", "Esc", "Control") are accepted, too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock {

/// Modifiers, as bits of a set.
enum class Modifier : std::uint8_t { shift = 1, ctrl = 2, alt = 4, super = 8 };

struct Modifiers {
  std::uint8_t bits = 0;
  constexpr bool has(Modifier m) const { return (bits & static_cast<std::uint8_t>(m)) != 0; }
  constexpr void add(Modifier m) { bits |= static_cast<std::uint8_t>(m); }
  constexpr bool empty() const { return bits == 0; }
  constexpr bool operator==(const Modifiers&) const = default;
};

std::optional<Modifier> modifier_from_name(std::string_view name);
std::string to_string(Modifiers modifiers);  ///< "ctrl+shift", empty for none

struct KeyChord {
  Modifiers modifiers;
  std::string key;  ///< canonical X keysym name: "Return", "v", "F4"; a modifier alone is its keysym ("Shift_L")
  bool operator==(const KeyChord&) const = default;
};

/// At most this many chords in one `key` action.
inline constexpr std::size_t max_chords = 32;

/// Parses chords separated by spaces. Returns nothing if the text is invalid (empty, two keys in a chord, an unknown
/// modifier, too many chords). Does not check that the keysym exists; the injector does. Here a key is a name of
/// letters, digits and '_', or one character.
std::optional<std::vector<KeyChord>> parse_key_chords(std::string_view text);
std::string to_string(const KeyChord& chord);

/// True for that letter, small or capital, with any modifiers. `letter`: a-z.
bool is_letter(const KeyChord& chord, char letter);
/// True for chords that submit a line or press a button as Return does: Return, KP_Enter, ISO_Enter, ctrl+m, ctrl+j.
bool is_return(const KeyChord& chord);
/// True for Space without modifiers.
bool is_space(const KeyChord& chord);

}  // namespace interlock
