// Challenges that distinguish people from programs: first they get time to disappear by themselves, then a person
// answers.
#include <chrono>

#include "gate/checks/checks.h"
#include "gate/readings/captcha.h"

namespace interlock::gate::checks {

void captcha(const EvaluationContext& context, Findings& findings) {
  const Config& config = context.policy.config();
  if (config.captcha == Decision::allow || context.deed.releases) return;
  const auto challenge = challenge_of(context);
  if (!challenge) return;
  const CaptchaRow& row = describe(challenge->kind);
  const std::chrono::seconds wait{config.captcha_waits[static_cast<std::size_t>(challenge->kind)]};
  const auto& idle_since = context.history.idle_since;
  const Time idle = idle_since ? context.now - *idle_since : Time{0};
  const std::string evidence = std::string(row.name) + ": " + challenge->evidence;
  if (idle < wait && config.captcha == Decision::require_confirmation) {
    findings.push_back({"captcha", "wait", Decision::block,
                        "this is " + std::string(row.what) + ", which may go away by itself: wait " +
                            std::to_string(wait.count()) + " s (the action `wait`) and look again",
                        evidence});
    return;
  }
  findings.push_back({"captcha", "challenge", config.captcha,
                      context.target_text() + " answers " + std::string(row.what) +
                          ", which is there to tell people from programs: a person may answer it, and then say no here",
                      evidence});
}

}  // namespace interlock::gate::checks
