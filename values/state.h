/// States of an element, with the bit numbers of AT-SPI2 (atspi-constants.h, AtspiStateType).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace interlock {

enum class State : std::uint8_t {
  invalid = 0,
  active = 1,
  armed = 2,
  busy = 3,
  checked = 4,
  collapsed = 5,
  defunct = 6,
  editable = 7,
  enabled = 8,
  expandable = 9,
  expanded = 10,
  focusable = 11,
  focused = 12,
  has_tooltip = 13,
  horizontal = 14,
  iconified = 15,
  modal = 16,
  multi_line = 17,
  multiselectable = 18,
  opaque = 19,
  pressed = 20,
  resizable = 21,
  selectable = 22,
  selected = 23,
  sensitive = 24,
  showing = 25,
  single_line = 26,
  stale = 27,
  transient = 28,
  vertical = 29,
  visible = 30,
  manages_descendants = 31,
  indeterminate = 32,
  required = 33,
  truncated = 34,
  animated = 35,
  invalid_entry = 36,
  supports_autocompletion = 37,
  selectable_text = 38,
  is_default = 39,
  visited = 40,
  checkable = 41,
  has_popup = 42,
  read_only = 43,
};

inline constexpr std::uint8_t state_count = 44;

/// A set of states as the 64 bits that AT-SPI sends.
class States {
 public:
  constexpr States() = default;
  constexpr explicit States(std::uint64_t bits) : bits_(bits) {}
  constexpr States(std::initializer_list<State> states) {
    for (State state : states) add(state);
  }
  constexpr void add(State state) { bits_ |= bit(state); }
  constexpr bool has(State state) const { return (bits_ & bit(state)) != 0; }
  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool operator==(const States&) const = default;

 private:
  static constexpr std::uint64_t bit(State state) { return std::uint64_t{1} << static_cast<unsigned>(state); }
  std::uint64_t bits_ = 0;
};

/// "multi-line", as AT-SPI names it (hyphens, never underscores).
std::string_view state_name(State state);
/// Accepts hyphens, underscores or spaces between words.
std::optional<State> state_from_name(std::string_view name);

}  // namespace interlock
