/// Calls of an agent's tools that are no GUI actions: judged by the same loop limits before and after they are made.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gate/checks.h"
#include "gate/config.h"
#include "gate/step_log.h"

namespace interlock::gate {

struct ToolCall {
  std::string name;
  std::string arguments;  ///< canonical: the same arguments are the same text
  /// The same one by one, for rules: ("edits.path", "/etc/passwd"). Objects' keys are joined by dots, the items of a
  /// list share its name; texts as they are, all else as JSON.
  std::vector<std::pair<std::string, std::string>> values = {};
};

struct ToolResult {
  std::string text;
  bool is_error = false;
};

/// Whether a result tells of a failure: it is marked as one, or its text begins as error messages do.
bool has_failed(const ToolResult& result);

Step step_of(const ToolCall& call, const ToolResult& result);

/// What stands against making `call` now, after the steps of `log`.
Findings before_tool(const Guardrails& limits, const StepLog& log, const ToolCall& call);
/// What there is to say about `call`, whose outcome is the last step of `log`.
Findings after_tool(const Guardrails& limits, const StepLog& log, const ToolCall& call);

}  // namespace interlock::gate
