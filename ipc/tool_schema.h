/// What an agent may ask for, as JSON Schema (2020-12) for a model: the `params` of `act`, `observe` and `screenshot`,
/// without `session`, which is the client's business. ipc/action_keys.h has the keys of the actions, for this and for
/// what decodes them.
#pragma once

#include <optional>

#include "ipc/action_schema.h"
#include "ipc/message.h"
#include "values/goal.h"

namespace interlock::ipc {

/// The schema of `action`, with the types that the goal permits, and of confidence, intent and expect. `kept`: the goal
/// type of a scope that blocks everything outside it; nothing: all action types.
json::object act_schema(std::optional<GoalType> kept);
json::object screenshot_schema();
json::object observe_schema();

/// The tools in one of three formats: {name, description, schema}; Anthropic's {name, description, input_schema};
/// OpenAI's {type: "function", function: {name, description, parameters}}.
json::array tools(ToolFormat format, std::optional<GoalType> kept);
std::string_view format_name(ToolFormat format);

}  // namespace interlock::ipc
