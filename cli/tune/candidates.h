/// What people always approved, and what was allowed and then taken back: candidates for a rule or a playbook. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/tune/answered.h"

namespace interlock::cli {

/// Rules that protect a person from the agent itself, which no habit may weaken.
bool is_never_proposed(std::string_view rule);
/// Consequences that a person answers each time, however often the answer was yes.
bool is_always_asked(std::string_view category);

/// Acts of one kind: by the same rule on the same target in the same place.
struct Habit {
  static constexpr std::size_t enough = 5;              ///< answers before it counts as a habit
  static constexpr std::size_t enough_to_propose = 20;  ///< before a policy is proposed
  static constexpr std::int64_t day_ms = 24 * 3'600'000;

  std::string rule, code, category, target, place, role, name;
  bool page = false;
  std::string session;     ///< the latest, for a playbook
  std::size_t count = 0;   ///< answers
  std::int64_t first = 0;  ///< ms since 1970
  std::int64_t last = 0;
  std::int64_t answer_ms = 0;  ///< median time to the answer
  std::string id;              ///< of the latest act

  std::size_t days() const { return static_cast<std::size_t>((last - first) / day_ms) + 1; }
};

/// Rules and targets that were asked about `Habit::enough` times or more, always approved and never taken back. Without
/// what is never proposed. The most frequent first.
std::vector<Habit> always_approved(const std::vector<Answered>& acts);
/// Targets whose acts were done without a question and taken back. The most frequent first.
std::vector<Habit> taken_back(const std::vector<Answered>& acts);
/// Consequences (`place` and `target` empty) that were always approved, on several days, often enough for a proposal.
std::vector<Habit> approved_consequences(const std::vector<Answered>& acts);

}  // namespace interlock::cli
