/// The last step of an action's path: it is done, and what was done is remembered.
#pragma once

#include <boost/asio/awaitable.hpp>

#include "daemon/path/shared.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"

namespace interlock::daemon {

/// Does the action of `step` on what the step has seen. What came of it is in the step: its delivery, or its refusal.
boost::asio::awaitable<void> inject(Shared& shared, Session& session, Step& step);

}  // namespace interlock::daemon
