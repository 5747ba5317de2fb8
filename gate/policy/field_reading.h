/// The value of one field of custom rules, and the interface that reads it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gate/policy/custom_field.h"

namespace interlock::gate {

struct FieldReading {
  std::vector<std::string> texts;  ///< normalised, none of them empty: an empty text counts as missing
  std::optional<double> number;
  bool unknown = false;  ///< it exists, but is not known, or not completely
};

/// Reads a field of the action or tool call that is judged.
using FieldReader = std::function<FieldReading(const FieldName&)>;

}  // namespace interlock::gate
