/// interlockd's tools as MCP has them: one tool an action type, because a model picks a tool by its name. Pure.
#pragma once

#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "clients/mcp/message.h"

namespace interlock::mcp {

/// From what the method `tools` answers (format json_schema): a tool for each action type in the schema of `act`, then
/// the others as they are, then `status`.
json::array tool_list(const json::array& daemon_tools);

/// What a tool call asks of interlockd.
struct ToolCall {
  std::string method;  ///< "act", "observe", "screenshot", "status"
  json::object params;
};

/// The error is for the host: there is no such tool, or the arguments can be none of it. All else interlockd judges.
tl::expected<ToolCall, RpcError> tool_call(std::string_view name, json::object arguments);

}  // namespace interlock::mcp
