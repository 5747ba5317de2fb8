#include "gate/raised.h"

#include <algorithm>
#include <utility>

namespace interlock::gate {

Assessment raised(Assessment assessment, Findings more) {
  for (Finding& finding : more) {
    if (!finding.hint.empty()) {
      assessment.hints.push_back(finding.hint);
    } else if (finding.decision == Decision::warn) {
      assessment.hints.push_back(finding.reason);
    }
    auto& rules = assessment.triggered_rules;
    if (std::find(rules.begin(), rules.end(), finding.rule) == rules.end()) rules.emplace_back(finding.rule);
    if (finding.decision > assessment.decision) {
      assessment.decision = finding.decision;
      assessment.rule = finding.rule;
      assessment.code = finding.code;
      assessment.reason = finding.reason;
    }
    assessment.findings.push_back(std::move(finding));
  }
  return assessment;
}

}  // namespace interlock::gate
