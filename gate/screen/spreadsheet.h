/// Recognises windows and pages of spreadsheets.
#pragma once

#include "values/observation.h"

namespace interlock::gate {

/// The window is a spreadsheet's, by its class, by the focused element, or by the page.
bool is_spreadsheet(const Observation& observation);

}  // namespace interlock::gate
