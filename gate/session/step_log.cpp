#include "gate/session/step_log.h"

#include <algorithm>

namespace interlock::gate {
namespace {

/// Of the steps for which `counts`, those that failed since one succeeded.
template <class Counts>
std::size_t failures(const std::deque<LoggedStep>& steps, Counts&& counts) {
  std::size_t failed = 0;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (!counts(*step)) continue;
    if (!step->failed) break;
    ++failed;
  }
  return failed;
}

/// The same again, as far as the states are known.
bool same(const LoggedStep& one, const LoggedStep& other) {
  return one.what == other.what && (!one.state || !other.state || *one.state == *other.state);
}

/// Both came to the same, for certain.
bool same_result(const LoggedStep& one, const LoggedStep& other) {
  if (one.state && other.state) return *one.state == *other.state;
  return one.result && one.result == other.result;
}

}  // namespace

void StepLog::add(const LoggedStep& step, std::size_t window) {
  steps.push_back(step);
  const std::size_t most = window == 0 ? max_steps : std::min(window, max_steps);
  while (steps.size() > most) steps.pop_front();
}

std::optional<std::size_t> StepLog::elsewhere_since(std::uint64_t place) const {
  const auto there = std::find_if(steps.rbegin(), steps.rend(), [&](const LoggedStep& s) { return s.place == place; });
  if (place == 0 || there == steps.rend() || there == steps.rbegin()) return std::nullopt;
  return static_cast<std::size_t>(there - steps.rbegin());
}

std::optional<std::size_t> StepLog::opened_before(std::uint64_t page) const {
  const auto first =
      std::find_if(steps.begin(), steps.end(), [&](const LoggedStep& s) { return s.opened == page && !s.failed; });
  if (page == 0 || first == steps.end()) return std::nullopt;
  return static_cast<std::size_t>(steps.end() - first);
}

std::size_t StepLog::repeats(std::uint64_t what, std::optional<std::uint64_t> state) const {
  const LoggedStep now{.what = what, .result = {}, .state = state};
  const auto other =
      std::find_if(steps.rbegin(), steps.rend(), [&](const LoggedStep& s) { return s.changed || !same(s, now); });
  return static_cast<std::size_t>(other - steps.rbegin()) + 1;
}

std::size_t StepLog::same_results(std::uint64_t what) const {
  std::size_t same = 0;
  std::optional<std::uint64_t> latest;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (step->what != what) continue;
    if (!step->result || (latest && *latest != *step->result)) break;
    latest = step->result;
    ++same;
  }
  return same;
}

std::optional<Cycle> StepLog::cycle(std::uint64_t what, std::size_t longest, std::optional<std::uint64_t> state) const {
  std::optional<Cycle> most;
  const LoggedStep now{.what = what, .result = {}, .state = state};
  const std::size_t size = steps.size() + 1;
  const auto at = [&](std::size_t i) -> const LoggedStep& { return i == steps.size() ? now : steps[i]; };
  for (std::size_t length = 2; length <= longest && 2 * length <= size; ++length) {
    std::size_t again = 0;
    bool results = true;
    while (again + length < size && same(at(size - 1 - again), at(size - 1 - again - length))) {
      const std::size_t later = size - 1 - again;
      if (later < steps.size()) results = results && same_result(steps[later], steps[later - length]);
      ++again;
    }
    const std::size_t rounds = again / length + 1;
    const bool varied = at(size - 1).what != at(size - 2).what;  // the same over and over is a repetition
    if (varied && rounds > 1 && (!most || rounds > most->rounds)) most = Cycle{length, rounds, results};
  }
  return most;
}

std::size_t StepLog::failures_of(std::uint64_t what) const {
  return failures(steps, [&](const LoggedStep& s) { return s.what == what; });
}

std::size_t StepLog::failures_of_kind(std::uint64_t kind) const {
  return failures(steps, [&](const LoggedStep& s) { return s.kind == kind; });
}

std::size_t StepLog::failures_in_last(std::size_t window) const {
  const std::size_t looked = std::min(window, steps.size());
  return static_cast<std::size_t>(std::count_if(steps.rbegin(), steps.rbegin() + static_cast<std::ptrdiff_t>(looked),
                                                [](const LoggedStep& s) { return s.failed; }));
}

std::size_t StepLog::failures_in_a_row() const {
  const auto done = std::find_if(steps.rbegin(), steps.rend(), [](const LoggedStep& s) { return !s.failed; });
  return static_cast<std::size_t>(done - steps.rbegin());
}

}  // namespace interlock::gate
