/// What one field of custom rules holds, and who reads it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gate/policy/custom_field.h"

namespace interlock::gate {

struct FieldReading {
  std::vector<std::string> texts;  ///< normalised, none of them empty: a text that is empty is not there
  std::optional<double> number;
  bool unknown = false;  ///< it is there, and nobody knows it, or not all of it
};

/// Reads a field of what is judged: an action or a tool call.
using FieldReader = std::function<FieldReading(const FieldName&)>;

}  // namespace interlock::gate
