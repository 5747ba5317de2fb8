/// What every request of a session goes through, an action as well as a call of a tool: whether the session may do
/// anything now, and what watchers are told when it goes in circles.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "daemon/sessions/agents.h"
#include "daemon/sessions/events.h"
#include "values/assessment.h"

namespace interlock::daemon {

/// The daemon's own word, in the form of a check's: never weaker than what the gate said.
void block(Assessment& assessment, std::string_view rule, std::string_view code, std::string reason);

/// False, and the assessment is a block, where the session was halted or closed or the human paused everything.
/// `pause` is why (daemon/desk/pauses.h), empty while there is none.
bool may_act(const Session& session, std::string_view pause, Assessment& assessment);

/// A `stuck.detected` event for each limit on going in circles that the assessment reached, of the audit record `id`;
/// `action` is what is done over and over, in words without secrets.
void tell_stuck(Events& events, const Session& session, const std::string& id, const std::string& action,
                const Assessment& assessment);

/// Now, as records and events have it.
std::string time_now();

}  // namespace interlock::daemon
