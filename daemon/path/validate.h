/// Asks the policy's external validators about an action.
#pragma once

#include <boost/asio/awaitable.hpp>

#include "daemon/path/shared.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"

namespace interlock::daemon {

/// Asks them, adds their answers to the step's assessment, and checks that the target has not changed meanwhile.
boost::asio::awaitable<void> validate(Shared& shared, Session& session, Step& step);

}  // namespace interlock::daemon
