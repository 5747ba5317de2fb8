/// The last part of an action's path: performs the action and records it for later decisions.
#pragma once

#include <boost/asio/awaitable.hpp>

#include "daemon/path/shared.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"

namespace interlock::daemon {

/// Performs the action of `step` on the target that the step observed. Stores the delivery or the refusal in the step.
boost::asio::awaitable<void> inject(Shared& shared, Session& session, Step& step);

}  // namespace interlock::daemon
