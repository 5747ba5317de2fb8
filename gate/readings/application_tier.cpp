#include "gate/readings/application_tier.h"

#include "gate/policy/patterns.h"
#include "gate/readings/evaluation_context.h"
#include "values/hash.h"

namespace interlock::gate {

std::optional<std::uint64_t> tier_entered(const EvaluationContext& context) {
  const std::int16_t tier = context.application.tier;
  if (tier < 0 || context.deed.releases) return std::nullopt;
  if (context.policy.patterns().applications.tier_decision(tier) == Decision::allow) return std::nullopt;
  const auto& body = context.action.body;
  if (std::holds_alternative<Move>(body) || std::holds_alternative<Scroll>(body)) return std::nullopt;
  return Hash().add(context.window->app).add(context.window->wm_class).value();
}

}  // namespace interlock::gate
