/// How a call of a tool is written down: for the audit, for watchers, for the agent's reply and for prompts. Its
/// arguments without the secrets in them; its result not at all.
#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <optional>
#include <string>

#include "daemon/asking/confirmations.h"
#include "daemon/sessions/agents.h"
#include "platform/injector.h"
#include "values/tool_call.h"

namespace interlock::daemon {

/// One `tool.before` or `tool.after`, start to end.
struct ToolStep {
  std::string id;  ///< of the audit record; empty when none could be written
  ToolCall call;
  std::optional<ToolResult> result;  ///< after the call
  Assessment assessment;
  std::optional<Verdict> verdict;            ///< when a human was asked
  std::optional<platform::Refusal> refusal;  ///< why it is not to be made although the gate did not object
  std::int64_t validation = 0;               ///< number under which external validators were asked; 0: none was
  bool may_call = false;                     ///< before the call
  std::chrono::microseconds took{};
};

/// The arguments for people: JSON without secrets, cut where it gets long.
std::string shown_arguments(const ToolCall& call);
/// "call search {"query":"milk"}"
std::string summary_of(const ToolCall& call);

boost::json::object audit_begin(const Session& session, const ToolStep& step);
boost::json::object audit_end(const ToolStep& step);
boost::json::object reply(const ToolStep& step);
boost::json::object decision_event(const Session& session, const ToolStep& step);
Question question(const Session& session, const ToolStep& step);

}  // namespace interlock::daemon
