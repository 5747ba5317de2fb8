/// Keeps what an action destroys, so that a person can undo it: what it would take is looked at before the person is
/// asked, and copied right before the act, after the answer.
#pragma once

#include <boost/asio/awaitable.hpp>

#include "daemon/path/shared.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"

namespace interlock::daemon {

/// Finds out what the action destroys and whether it can be kept: Step::rollback. Copies nothing.
boost::asio::awaitable<void> anticipate(Shared& shared, const Session& session, Step& step);

/// Copies what the action destroys, off the loop, for at most `rollback.wait_ms`. If that fails, Step::rollback says
/// why.
boost::asio::awaitable<void> keep(Shared& shared, const Session& session, Step& step);

}  // namespace interlock::daemon
