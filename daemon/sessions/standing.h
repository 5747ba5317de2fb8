/// For every request of a session, actions and tool calls: checks whether the session may act now, and reports loops to
/// watchers.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "daemon/sessions/agents.h"
#include "daemon/sessions/events.h"
#include "values/assessment.h"

namespace interlock::daemon {

/// Adds a finding of the daemon, in the form of a check's finding: it can only raise the gate's decision.
void block(Assessment& assessment, std::string_view rule, std::string_view code, std::string reason);

/// Returns false, and makes the assessment a block, if the session was halted or closed or agents are paused.
/// `pause`: the reason of the pause (daemon/desk/pauses.h); empty if there is none.
bool may_act(const Session& session, std::string_view pause, Assessment& assessment);

/// A `stuck.detected` event for each loop limit that the assessment reached, for the audit record `id`; `action` is the
/// repeated action, in words without secrets.
void tell_stuck(Events& events, const Session& session, const std::string& id, const std::string& action,
                const Assessment& assessment);

/// The current time in the format of records and events.
std::string time_now();

}  // namespace interlock::daemon
