// The user's own rules, from `rules:` and rules.d. Last of the checks: of equal decisions the gate's own reason comes
// first.
#include "gate/checks/checks.h"
#include "gate/policy/patterns.h"
#include "gate/readings/custom_reading.h"

namespace interlock::gate::checks {

void custom(const EvaluationContext& context, Findings& findings) {
  const CustomRules& rules = context.policy.patterns().custom;
  // An action that releases a key or button is never stopped: it would stay pressed.
  if (rules.empty() || context.deed.releases) return;
  const FieldSource source{&context, nullptr, context.history.principal, context.history.scope};
  rules.judge(context.policy.config().rules, reader_of(source), findings);
}

}  // namespace interlock::gate::checks
