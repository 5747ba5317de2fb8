/// Where a question is shown on the screen: pure.
///
/// Any client of the session bus can replace the text of a notification by its id, and no signal tells. So what has
/// consequences is asked in a window of our own where the agent can reach that bus, which it can unless it is confined.
#pragma once

#include <string_view>

#include "policy/settings.h"

namespace interlock::daemon {

enum class Shown : std::uint8_t { notification, window };

/// `rule`: the check that asks. `confined`: the session's agent can reach no bus.
Shown channel_for(policy::PromptChannel wanted, std::string_view rule, bool confined);

}  // namespace interlock::daemon
