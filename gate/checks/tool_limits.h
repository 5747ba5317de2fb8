/// The loop limits on calls of an agent's tools, before and after they are made.
#pragma once

#include "gate/policy/config.h"
#include "gate/session/step_log.h"
#include "values/assessment.h"
#include "values/tool_call.h"

namespace interlock::gate {

LoggedStep step_of(const ToolCall& call, const ToolResult& result);

/// The objections to making `call` now, after the steps of `log`.
Findings before_tool(const Guardrails& limits, const StepLog& log, const ToolCall& call);
/// The findings about `call`, whose result is the last step of `log`.
Findings after_tool(const Guardrails& limits, const StepLog& log, const ToolCall& call);

}  // namespace interlock::gate
