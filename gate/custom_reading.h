/// What the fields of custom rules hold for one action or one tool call.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gate/case.h"
#include "gate/custom_field.h"
#include "gate/principal.h"
#include "gate/scope.h"
#include "gate/tool_call.h"

namespace interlock::gate {

struct Reading {
  std::vector<std::string> texts;  ///< normalised, none of them empty: a text that is empty is not there
  std::optional<double> number;
  bool unknown = false;  ///< it is there, and nobody knows it, or not all of it
};

/// What is asked about: an action, or a tool call. Refers to its parts.
struct Subject {
  const Case* question = nullptr;  ///< of an action
  const ToolCall* call = nullptr;  ///< of a tool call
  const Principal& principal;
  const Scope& scope;
};

Reading read_field(const Subject& subject, const FieldName& field);

}  // namespace interlock::gate
