/// Formulas that an action writes into a spreadsheet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "values/observation.h"
#include "values/reason.h"

namespace interlock::gate {

struct EvaluationContext;

/// A formula that fetches or runs something, and that the action writes or finishes. Judged as it stands so far,
/// because a click or an arrow key may end it as well as Return.
struct WrittenFormula {
  bool runs = false;
  bool built = false;
  std::vector<std::string> addresses;
  std::string text;
  Reason reason;
};
std::optional<WrittenFormula> formula_written(const EvaluationContext& context);

}  // namespace interlock::gate
