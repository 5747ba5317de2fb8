#include "tests/soak/faults.h"

#include <algorithm>
#include <numeric>

namespace interlock::soak {

std::string name_of(Victim victim) {
  constexpr const char* names[victims] = {
      "X server",           "session bus", "accessibility bus", "notification server",
      "target application", "agent",       "interlockd"};
  return names[static_cast<int>(victim)];
}

bool Fault::voids_questions() const {
  // A stopped program continues; an application's private socket outlives the accessibility bus; and without a
  // notification server a person can still approve with interlockctl.
  return kill && (victim == Victim::x_server || victim == Victim::application || victim == Victim::agent ||
                  victim == Victim::daemon);
}

Fault FaultPlan::next() {
  if (round_.empty()) {
    round_.resize(2 * victims);
    std::iota(round_.begin(), round_.end(), 0);
    std::shuffle(round_.begin(), round_.end(), random_);
  }
  const int kind = round_.back();
  round_.pop_back();
  const auto between = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); };
  return {.victim = static_cast<Victim>(kind / 2),
          .kill = kind % 2 == 0,
          .after_ms = between(500, 2'500),
          .stopped_ms = between(100, 3'000),
          .at_a_question = between(0, 1) == 0};
}

}  // namespace interlock::soak
