/// Adds findings of others to the assessment of an action. Pure.
#pragma once

#include "gate/checks/checks.h"
#include "values/assessment.h"

namespace interlock::gate {

/// The assessment with `more` after its findings: the most severe decision wins, of equal ones the earlier. So an
/// additional finding can raise a decision, and nothing lowers it.
Assessment raised(Assessment assessment, Findings more);

}  // namespace interlock::gate
