/// Text that is written into a spreadsheet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gate/observation.h"

namespace interlock::gate {

struct Case;

/// The window is a spreadsheet's, by its class, by what has the focus, or by the page.
bool is_spreadsheet(const Observation& observation);

/// A formula that fetches or runs something, and that the action writes or finishes. Judged as it stands so far,
/// because a click or an arrow key may end it as well as Return.
struct WrittenFormula {
  bool runs = false;
  bool built = false;
  std::vector<std::string> addresses;
  std::string text;
  std::string reason;
};
std::optional<WrittenFormula> formula_written(const Case& question);

}  // namespace interlock::gate
