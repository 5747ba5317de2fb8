/// What an agent may ask for in one action, as JSON Schema (2020-12) for a model.
#pragma once

#include <optional>
#include <string_view>

#include "ipc/message.h"
#include "values/goal.h"

namespace interlock::ipc {

/// One action type: its keys, without the keys that any action may have; two schemas where it can be aimed at a point
/// (or go to the focus) as well as at an element.
json::array action_schemas(std::string_view type, std::optional<GoalType> kept);

/// Those of all types that the goal has use for; nothing: of all types.
json::array schemas_of_all(std::optional<GoalType> kept);

}  // namespace interlock::ipc
