/// Challenges that tell people from programs: by the page's address or title, by the frame around the control, and by
/// what the control says.
#pragma once

#include <optional>
#include <string>

#include "gate/policy/captcha_kind.h"

namespace interlock::gate {

struct EvaluationContext;

struct Challenge {
  CaptchaKind kind = CaptchaKind::other;
  std::string evidence;  ///< the address, title or label that says so
};

/// The challenge that the action would answer, or that stands in its page's place; nothing for the browser's own
/// controls, and for what neither presses nor types.
std::optional<Challenge> challenge_of(const EvaluationContext& context);

}  // namespace interlock::gate
