/// The latest steps of a session, as far as loops need them: what was done, and what came of it. A plain value,
/// bounded; all counts are over the steps that it holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace interlock::gate {

struct LoggedStep {
  std::uint64_t what = 0;               ///< hash of the action or call with all its arguments
  std::uint64_t kind = 0;               ///< hash of the action's type or the tool's name
  std::optional<std::uint64_t> result;  ///< hash of its result, if known
  bool failed = false;
  std::uint64_t place = 0;                  ///< hash of the page on which it was done; 0: no page
  std::optional<std::uint64_t> state = {};  ///< what the window showed before it, if known
  bool changed = false;                     ///< known to have changed something
  std::uint64_t opened = 0;                 ///< hash of the page that it opened by its address; 0: none
};

/// Steps that come round and round.
struct Cycle {
  std::size_t length = 0;    ///< steps in one round: 2 or more
  std::size_t rounds = 0;    ///< complete rounds
  bool same_results = true;  ///< each step came to the same in every round, as far as that is known for certain
  bool operator==(const Cycle&) const = default;
};

struct StepLog {
  static constexpr std::size_t max_steps = 64;

  std::deque<LoggedStep> steps;  ///< latest last

  /// Keeps the latest `window` steps; 0: as many as it holds.
  void add(const LoggedStep& step, std::size_t window = 0);
  /// How often `what` comes in a row, were it done now on a window that shows `state`: steps that changed something,
  /// and those on another state, end the row. A state that is not known may be any.
  std::size_t repeats(std::uint64_t what, std::optional<std::uint64_t> state = {}) const;
  /// How many of the latest steps that did `what` came to the same, counted back from the latest of them.
  std::size_t same_results(std::uint64_t what) const;
  /// The cycle of at most `longest` steps with the most rounds that `what` would complete.
  std::optional<Cycle> cycle(std::uint64_t what, std::size_t longest, std::optional<std::uint64_t> state = {}) const;
  /// How many steps were done elsewhere since the latest one at `place`; nothing if that was the last step or there is
  /// none.
  std::optional<std::size_t> elsewhere_since(std::uint64_t place) const;
  /// How many steps ago `page` was first opened by its address; nothing if it was not.
  std::optional<std::size_t> opened_before(std::uint64_t page) const;
  /// Since it succeeded last.
  std::size_t failures_of(std::uint64_t what) const;
  std::size_t failures_of_kind(std::uint64_t kind) const;
  std::size_t failures_in_last(std::size_t window) const;
  std::size_t failures_in_a_row() const;
};

}  // namespace interlock::gate
