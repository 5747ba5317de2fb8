/// The loop limits that GUI actions and tool calls share: their findings and texts. A hint informs the agent, a warning
/// says that it will be stopped, a stop says what to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gate/policy/config.h"
#include "gate/session/step_log.h"
#include "values/assessment.h"

namespace interlock::gate {

void add_loop(Findings& findings, std::string_view code, Decision decision, Reason reason, std::size_t count);
bool reached(std::size_t limit, std::size_t count);  ///< never if the limit is 0
std::string times(std::size_t n);                    ///< "3 times"

/// The next step, and what its window shows, if that is known.
struct Doing {
  std::uint64_t what = 0;
  std::optional<std::uint64_t> state = {};
};

/// Repetition of `doing`, called `thing` for people, without a change; stopped only if it `may_stop`.
void repetition(const Guardrails& limits, const StepLog& log, const Doing& doing, const std::string& thing,
                bool may_stop, Findings& findings);
/// `doing` as a step of a cycle. Stopped only if every round had the same result.
void cycles(const Guardrails& limits, const StepLog& log, const Doing& doing, Findings& findings);
/// Failures close together, and failures in a row; the last step of `log` is one.
void failures_together(const Guardrails& limits, const StepLog& log, Findings& findings);

}  // namespace interlock::gate
