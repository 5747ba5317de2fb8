/// The values of the fields of custom rules for one action or one tool call.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gate/policy/custom_field.h"
#include "gate/policy/field_reading.h"
#include "gate/readings/evaluation_context.h"
#include "gate/session/scope.h"
#include "values/principal.h"
#include "values/tool_call.h"

namespace interlock::gate {

/// The action or tool call that is judged. Refers to its parts.
struct FieldSource {
  const EvaluationContext* context = nullptr;  ///< for an action
  const ToolCall* call = nullptr;              ///< for a tool call
  const Principal& principal;
  const Scope& scope;
};

FieldReading read_field(const FieldSource& source, const FieldName& field);
/// Refers to `source`.
inline FieldReader reader_of(const FieldSource& source) {
  return [&source](const FieldName& field) { return read_field(source, field); };
}

}  // namespace interlock::gate
