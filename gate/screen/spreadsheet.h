/// Spreadsheets: which windows and pages are theirs.
#pragma once

#include "values/observation.h"

namespace interlock::gate {

/// The window is a spreadsheet's, by its class, by what has the focus, or by the page.
bool is_spreadsheet(const Observation& observation);

}  // namespace interlock::gate
