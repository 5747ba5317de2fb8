/// One line of `interlockctl check`: an action, its observation and its outcome. Values in, values out.
#pragma once

#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "gate/safety_gate.h"
#include "ipc/message.h"
#include "values/observation.h"

namespace interlock::cli {

struct CheckLine {
  ipc::json::value id;                 ///< copied to the answer; null if the line has none
  std::optional<std::string> session;  ///< nothing: a new session for this line
  bool reset = false;
  bool turn = false;                        ///< a turn starts or ends
  std::optional<ipc::json::object> policy;  ///< merged over the session's policy
  std::optional<std::string> agent;         ///< the agent's name, not verified
  std::optional<std::string> program;       ///< its executable
  std::optional<std::string> directive;     ///< the task as text
  std::optional<GoalType> goal;             ///< of an explicit scope
  Action action;
  std::optional<ToolCall> tool;           ///< instead of `action`
  std::optional<ToolResult> tool_result;  ///< the result, if the call was made
  Observation observation;
  gate::ActionResult outcome;
  bool executed = true;
  bool surely_executed = false;  ///< the line says that it was executed, even if it was blocked
  std::optional<Time> now;
};

/// The error names its place: "observation.focus.role".
tl::expected<CheckLine, ipc::RpcError> decode_check_line(const ipc::json::object& line);

}  // namespace interlock::cli
