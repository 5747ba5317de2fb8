#include "gate/checks/checks.h"

#include <array>

namespace interlock::gate {
namespace {

constexpr std::array<Check, 14> checks_in_order = {{
    {"protected", checks::protection, true},
    {"command", checks::command},
    {"blocklist", checks::blocklist, true},
    {"loop", checks::loop},
    {"credential", checks::credential},
    {"irreversible", checks::irreversible, true},
    {"context", checks::context},
    {"confidence", checks::confidence},
    {"scope", checks::scope, true},
    {"destination", checks::destination},
    {"captcha", checks::captcha, true},
    {"key_chord", checks::key_chord},
    {"budget", checks::budget},
    {"custom", checks::custom, true},
}};

}  // namespace

std::span<const Check> all_checks() {
  return checks_in_order;
}

Assessment assessment_of(Findings findings, double confidence) {
  Assessment assessment;
  assessment.confidence = confidence;
  const Finding* decisive = nullptr;
  for (const Finding& finding : findings) {
    if (decisive == nullptr || finding.decision > decisive->decision) decisive = &finding;
    if (!finding.hint.empty()) {
      assessment.hints.push_back(finding.hint);
    } else if (finding.decision == Decision::warn) {
      assessment.hints.push_back(finding.reason);
    }
    auto& rules = assessment.triggered_rules;
    if (rules.empty() || rules.back() != finding.rule) rules.emplace_back(finding.rule);
  }
  if (decisive == nullptr) {
    assessment.reason = "no rule objects";
    return assessment;
  }
  assessment.decision = decisive->decision;
  assessment.rule = decisive->rule;
  assessment.code = decisive->code;
  assessment.reason = decisive->reason;
  assessment.findings = std::move(findings);
  return assessment;
}

}  // namespace interlock::gate
