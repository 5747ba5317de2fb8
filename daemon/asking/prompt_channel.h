/// Chooses where a prompt is shown on the screen. Pure.
///
/// Any client of the session bus can replace the text of a notification by its id, and no signal reports it. So actions
/// with consequences are confirmed in a window of our own if the agent can reach that bus, that is, unless it is
/// confined.
#pragma once

#include <string_view>

#include "policy/settings.h"

namespace interlock::daemon {

enum class Shown : std::uint8_t { notification, window };

/// `rule`: the check that asks. `confined`: the session's agent cannot reach a bus.
Shown channel_for(policy::PromptChannel wanted, std::string_view rule, bool confined);

}  // namespace interlock::daemon
