/// The checks: one file each in checks/, all with the same signature. A check reads the evaluation context and adds its
/// findings; it never sees another check's findings, so adding a check can never weaken a decision.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "gate/readings/evaluation_context.h"
#include "values/assessment.h"

namespace interlock::gate {

namespace checks {
void protection(const EvaluationContext& context, Findings& findings);
void command(const EvaluationContext& context, Findings& findings);
void blocklist(const EvaluationContext& context, Findings& findings);
void loop(const EvaluationContext& context, Findings& findings);
void credential(const EvaluationContext& context, Findings& findings);
void irreversible(const EvaluationContext& context, Findings& findings);
void context(const EvaluationContext& context, Findings& findings);
void confidence(const EvaluationContext& context, Findings& findings);
void scope(const EvaluationContext& context, Findings& findings);
void destination(const EvaluationContext& context, Findings& findings);
void captcha(const EvaluationContext& context, Findings& findings);
void key_chord(const EvaluationContext& context, Findings& findings);
void budget(const EvaluationContext& context, Findings& findings);
void custom(const EvaluationContext& context, Findings& findings);
}  // namespace checks

struct Check {
  std::string_view rule;  ///< the rule name of its findings
  void (*run)(const EvaluationContext&, Findings&);
  bool of_target = false;  ///< judges the target: also run for a control that a key is bound to
};

/// All checks, in the order that breaks ties.
std::span<const Check> all_checks();

/// The assessment that results from `findings`, which are in the order of the checks.
Assessment assessment_of(Findings findings, double confidence);

}  // namespace interlock::gate
