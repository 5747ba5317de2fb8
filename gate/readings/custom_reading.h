/// What the fields of custom rules hold for one action or one tool call.
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

/// What is asked about: an action, or a tool call. Refers to its parts.
struct FieldSource {
  const EvaluationContext* context = nullptr;  ///< of an action
  const ToolCall* call = nullptr;              ///< of a tool call
  const Principal& principal;
  const Scope& scope;
};

FieldReading read_field(const FieldSource& source, const FieldName& field);
/// Refers to `source`.
inline FieldReader reader_of(const FieldSource& source) {
  return [&source](const FieldName& field) { return read_field(source, field); };
}

}  // namespace interlock::gate
