/// Further words on an action that was assessed. Pure.
#pragma once

#include "gate/checks/checks.h"
#include "values/assessment.h"

namespace interlock::gate {

/// The assessment with `more` behind its findings: the most severe decision holds, of equal ones the earlier. So a
/// further finding can raise a decision, and nothing lowers it.
Assessment raised(Assessment assessment, Findings more);

}  // namespace interlock::gate
