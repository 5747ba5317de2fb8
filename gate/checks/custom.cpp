// Rules of one's own, out of `rules:` and rules.d. Last of the checks: of equal decisions the gate's own reason is told
// first.
#include "gate/checks/checks.h"
#include "gate/policy/patterns.h"
#include "gate/readings/custom_reading.h"

namespace interlock::gate::checks {

void custom(const Case& question, Findings& findings) {
  const CustomRules& rules = question.policy.patterns().custom;
  // What lets go of a key or button is never stopped: it would stay pressed.
  if (rules.empty() || question.deed.releases) return;
  const FieldSource source{&question, nullptr, question.history.principal, question.history.scope};
  rules.judge(question.policy.config().rules, reader_of(source), findings);
}

}  // namespace interlock::gate::checks
