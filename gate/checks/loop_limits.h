/// The limits on going in circles that GUI actions and tool calls share: what they find, and in which words. A hint
/// tells the agent something, a warning that it will be stopped, a stop says what to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gate/policy/config.h"
#include "gate/session/step_log.h"
#include "values/assessment.h"

namespace interlock::gate {

void add_loop(Findings& findings, std::string_view code, Decision decision, std::string reason, std::size_t count);
bool reached(std::size_t limit, std::size_t count);  ///< never, if the limit is 0
std::string times(std::size_t n);                    ///< "3 times"

/// `what`, for people `thing`, done over and over; stopped only where it `may_stop`.
void repetition(const Guardrails& limits, const StepLog& log, std::uint64_t what, const std::string& thing,
                bool may_stop, Findings& findings);
/// `what` as a step of a cycle. Stopped only where every round came to the same.
void cycles(const Guardrails& limits, const StepLog& log, std::uint64_t what, Findings& findings);
/// Failures close together, and in a row; the last step of `log` is one.
void failures_together(const Guardrails& limits, const StepLog& log, Findings& findings);

}  // namespace interlock::gate
