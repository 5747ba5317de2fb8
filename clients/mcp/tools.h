/// interlockd's tools as MCP tools: one for each action type, because a model selects a tool by its name. Pure.
#pragma once

#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "clients/mcp/message.h"

namespace interlock::mcp {

/// Converts the answer of the method `tools` (format json_schema): a tool for each action type in the schema of `act`,
/// then the other tools, then `status`.
json::array tool_list(const json::array& daemon_tools);

/// The tools that a host lists: those of tool_list() that most tasks need, then `outcome` and `more`. A model reads the
/// list with each task, so it is short; `more` describes and calls the others.
json::array core_tools(const json::array& daemon_tools);
/// The tools of tool_list() that core_tools() leaves out.
json::array other_tools(const json::array& daemon_tools);

/// The request to interlockd for a tool call.
struct ToolCall {
  /// "act", "observe", "screenshot", "status"; "tools" to describe the other tools; "outcome", which is not for
  /// interlockd: the result of an action that had been left.
  std::string method;
  json::object params;
};

/// The error is for the host: an unknown tool, or arguments that cannot belong to it. interlockd checks everything
/// else.
tl::expected<ToolCall, RpcError> tool_call(std::string_view name, json::object arguments);

}  // namespace interlock::mcp
