/// The keys of a tool call and of its result, in `tool.before`, `tool.after` and lines of `interlockctl check`.
#pragma once

#include <string>

#include "ipc/fields.h"
#include "values/tool_call.h"

namespace interlock::ipc {

/// Reads `name` and `args`, which may be any JSON value.
ToolCall read_tool_call(Fields& fields);
/// Reads `result` and `is_error`. A result is a program's output and may be any text.
ToolResult read_tool_result(Fields& fields);

/// The value as JSON with the keys of its objects sorted, so that equal values have equal text.
std::string canonical(const json::value& value);

}  // namespace interlock::ipc
