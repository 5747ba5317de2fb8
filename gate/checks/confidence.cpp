// The agent's own confidence: below the policy's threshold the action asks; no confidence is not judged.
#include <cstdio>

#include "gate/checks/checks.h"

namespace interlock::gate::checks {
namespace {

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f %%", share * 100);
  return text;
}

}  // namespace

void confidence(const EvaluationContext& context, Findings& findings) {
  if (!context.action.confidence || context.deed.releases) return;
  const double given = *context.action.confidence;
  const double threshold = context.policy.config().confidence_threshold;
  if (given >= threshold) return;  // not `<`: a NaN asks
  findings.push_back(
      {"confidence", "low_confidence", Decision::require_confirmation,
       "the agent is only " + percent(given) + " sure of this; below " + percent(threshold) + " a person decides",
       percent(given)});
}

}  // namespace interlock::gate::checks
