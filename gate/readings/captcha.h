/// Challenges that distinguish people from programs: by the page's address or title, by the frame around the control,
/// and by the control's text.
#pragma once

#include <optional>
#include <string>

#include "gate/policy/captcha_kind.h"

namespace interlock::gate {

struct EvaluationContext;

struct Challenge {
  CaptchaKind kind = CaptchaKind::other;
  std::string evidence;  ///< the address, title or label that matched
};

/// The challenge that the action would answer, or that replaces its page; nothing for the browser's own controls, and
/// for actions that neither press nor type.
std::optional<Challenge> challenge_of(const EvaluationContext& context);

}  // namespace interlock::gate
