/// What a session did so far, bounded: visits of states, the latest actions, and the line of text that stands before
/// the cursor of the focused element. A plain value.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>

#include "gate/action.h"
#include "gate/observation.h"
#include "gate/typed_line.h"

namespace interlock::gate {

/// The published design's state: window title, application and URL.
std::uint64_t state_hash(const Observation& observation);
/// What is done and to what: type, target element or point, text; equal for a repetition.
std::uint64_t action_signature(const Action& action, const Observation& observation);

/// What a field is to the rules.
enum class FieldKind : std::uint8_t { ordinary, terminal, secret };

struct History {
  static constexpr std::size_t max_states = 4096;  ///< distinct states remembered; the oldest go first
  static constexpr std::size_t max_actions = 64;   ///< latest actions remembered
  static constexpr std::size_t max_lines = 64;     ///< unfinished lines of other terminals remembered

  std::unordered_map<std::uint64_t, std::uint32_t> visits;
  std::deque<std::uint64_t> visit_order;  ///< states by first visit, oldest first
  std::deque<std::uint64_t> signatures;   ///< latest last
  TypedLine line;                         ///< of the field typed into last
  bool line_is_command = false;           ///< that field is a terminal
  std::deque<TypedLine> unfinished;       ///< left behind in other terminals, oldest first
  bool forgot_a_line = false;             ///< more than max_lines were left behind
  Modifiers held;                         ///< down since a key_down

  /// The line that stands in the field of `observation`, as far as this session knows.
  TypedLine line_in(const Observation& observation) const;
  void record_visit(const Observation& observation);
  void record_signature(std::uint64_t signature);
  /// Follows the text in the focused field; of what goes into a secret one nothing is kept.
  void record_text(const Action& action, const Observation& observation, FieldKind kind);
};

}  // namespace interlock::gate
