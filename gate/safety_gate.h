/// The policy decision point: one gate a session. Pure in all but its own history; never logs, throws, waits or looks
/// at a clock.
#pragma once

#include <memory>

#include "gate/action.h"
#include "gate/assessment.h"
#include "gate/history.h"
#include "gate/observation.h"
#include "gate/policy.h"
#include "gate/time.h"

namespace interlock::gate {

/// What became of an assessed action.
struct Outcome {
  bool executed = true;
  bool failed = false;
  Known<bool> state_changed;
  std::string result;
};

class SafetyGate {
 public:
  explicit SafetyGate(std::shared_ptr<const Policy> policy);

  /// Judges one action (not a sequence as a whole: its steps come one by one). All checks run; the most severe
  /// decision wins, the order of checks breaks ties, and every finding is reported.
  Assessment assess(const Action& action, const Observation& observation, Time now) const;

  /// Remembers what was done, for loops and for the text that stands in a line. Call it for every action that was
  /// executed, with the observation it was assessed on.
  void record(const Action& action, const Observation& observation, const Outcome& outcome, Time now);

  /// Forgets what the session visited and did. Not what it left on the desktop, which is still there: half a command
  /// line in a terminal, a modifier held down.
  void reset();

  /// From the next assessment on; the history stays.
  void set_policy(std::shared_ptr<const Policy> policy);
  const Policy& policy() const { return *policy_; }

 private:
  std::shared_ptr<const Policy> policy_;
  History history_;
};

}  // namespace interlock::gate
