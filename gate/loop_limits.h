/// The limits on going in circles that GUI actions and tool calls share: what they find, and in which words. A hint
/// tells the agent something, a warning that it will be stopped, a stop says what to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "gate/checks.h"
#include "gate/config.h"
#include "gate/step_log.h"

namespace interlock::gate {

std::string times(std::size_t n);  ///< "3 times"

/// `what`, for people `thing`, done over and over; stopped only where it `may_stop`.
void repetition(const Guardrails& limits, const StepLog& log, std::uint64_t what, const std::string& thing,
                bool may_stop, Findings& findings);
/// `what` as a step of a cycle. Stopped only where every round came to the same.
void cycles(const Guardrails& limits, const StepLog& log, std::uint64_t what, Findings& findings);
/// Failures close together, and in a row; the last step of `log` is one.
void failures_together(const Guardrails& limits, const StepLog& log, Findings& findings);

}  // namespace interlock::gate
