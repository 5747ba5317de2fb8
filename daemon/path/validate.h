/// What the policy's external validators say of an action.
#pragma once

#include <boost/asio/awaitable.hpp>

#include "daemon/path/shared.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"

namespace interlock::daemon {

/// Asks them, adds what they say to the step's assessment, and makes sure that it still is about what is there.
boost::asio::awaitable<void> validate(Shared& shared, Session& session, Step& step);

}  // namespace interlock::daemon
