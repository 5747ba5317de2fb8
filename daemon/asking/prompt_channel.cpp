#include "daemon/asking/prompt_channel.h"

#include <algorithm>
#include <array>

namespace interlock::daemon {

namespace {

/// Checks that ask because of the agent's behaviour, not because of the effect of the action.
constexpr std::array<std::string_view, 3> of_little_consequence = {"confidence", "captcha", "loop"};

}  // namespace

Shown channel_for(policy::PromptChannel wanted, std::string_view rule, bool confined) {
  if (wanted == policy::PromptChannel::notification) return Shown::notification;
  if (wanted == policy::PromptChannel::window) return Shown::window;
  const auto& little = of_little_consequence;
  const bool consequential = std::find(little.begin(), little.end(), rule) == little.end();
  return consequential && !confined ? Shown::window : Shown::notification;
}

}  // namespace interlock::daemon
