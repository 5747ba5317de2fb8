#include "gate/readings/application_tier.h"

#include "gate/policy/patterns.h"
#include "gate/readings/case.h"
#include "values/hash.h"

namespace interlock::gate {

std::optional<std::uint64_t> tier_entered(const Case& question) {
  const std::int16_t tier = question.application.tier;
  if (tier < 0 || question.deed.releases) return std::nullopt;
  if (question.policy.patterns().applications.tier_decision(tier) == Decision::allow) return std::nullopt;
  const auto& body = question.action.body;
  if (std::holds_alternative<Move>(body) || std::holds_alternative<Scroll>(body)) return std::nullopt;
  return Hash().add(question.window->app).add(question.window->wm_class).value();
}

}  // namespace interlock::gate
