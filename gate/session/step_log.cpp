#include "gate/session/step_log.h"

#include <algorithm>

namespace interlock::gate {
namespace {

template <class Predicate>
std::size_t count(const std::deque<Step>& steps, Predicate&& predicate) {
  return static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(), predicate));
}

}  // namespace

void StepLog::add(const Step& step, std::size_t window) {
  steps.push_back(step);
  const std::size_t most = window == 0 ? max_steps : std::min(window, max_steps);
  while (steps.size() > most) steps.pop_front();
}

std::optional<std::size_t> StepLog::elsewhere_since(std::uint64_t place) const {
  const auto there = std::find_if(steps.rbegin(), steps.rend(), [&](const Step& s) { return s.place == place; });
  if (place == 0 || there == steps.rend() || there == steps.rbegin()) return std::nullopt;
  return static_cast<std::size_t>(there - steps.rbegin());
}

std::size_t StepLog::repeats(std::uint64_t what) const {
  const auto other = std::find_if(steps.rbegin(), steps.rend(), [&](const Step& s) { return s.what != what; });
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

std::optional<Cycle> StepLog::cycle(std::uint64_t what, std::size_t longest) const {
  std::optional<Cycle> most;
  const std::size_t size = steps.size() + 1;
  const auto what_at = [&](std::size_t i) { return i == steps.size() ? what : steps[i].what; };
  for (std::size_t length = 2; length <= longest && 2 * length <= size; ++length) {
    std::size_t same = 0;
    bool results = true;
    while (same + length < size && what_at(size - 1 - same) == what_at(size - 1 - same - length)) {
      const std::size_t later = size - 1 - same;
      if (later < steps.size()) {
        const auto& one = steps[later].result;
        results = results && one && one == steps[later - length].result;
      }
      ++same;
    }
    const std::size_t rounds = same / length + 1;
    const bool varied = what_at(size - 1) != what_at(size - 2);  // the same over and over is a repetition
    if (varied && rounds > 1 && (!most || rounds > most->rounds)) most = Cycle{length, rounds, results};
  }
  return most;
}

std::size_t StepLog::failures_of(std::uint64_t what) const {
  return count(steps, [&](const Step& s) { return s.failed && s.what == what; });
}

std::size_t StepLog::failures_of_kind(std::uint64_t kind) const {
  return count(steps, [&](const Step& s) { return s.failed && s.kind == kind; });
}

std::size_t StepLog::failures_in_last(std::size_t window) const {
  const std::size_t looked = std::min(window, steps.size());
  return static_cast<std::size_t>(std::count_if(steps.rbegin(), steps.rbegin() + static_cast<std::ptrdiff_t>(looked),
                                                [](const Step& s) { return s.failed; }));
}

std::size_t StepLog::failures_in_a_row() const {
  const auto done = std::find_if(steps.rbegin(), steps.rend(), [](const Step& s) { return !s.failed; });
  return static_cast<std::size_t>(done - steps.rbegin());
}

}  // namespace interlock::gate
