/// The keys of a call of a tool and of its result, as `tool.before` and `tool.after` have them and lines of
/// `interlockctl check`.
#pragma once

#include <string>

#include "ipc/fields.h"
#include "values/tool_call.h"

namespace interlock::ipc {

/// Reads `name` and `args`, which is any JSON.
ToolCall read_tool_call(Fields& fields);
/// Reads `result` and `is_error`. A result is what a program printed: any text at all.
ToolResult read_tool_result(Fields& fields);

/// The value as JSON with the keys of its objects in order, so that equal values are the same text.
std::string canonical(const json::value& value);

}  // namespace interlock::ipc
