/// Types a secret by name: fetches it after the decision, and checks the target again before each piece of it.
#pragma once

#include <boost/asio/awaitable.hpp>

#include "daemon/path/shared.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"
#include "platform/injector.h"

namespace interlock::daemon {

/// Requires that the step's action is a TypeSecret that was allowed for what the step has seen. The value is in no
/// object of the step, and is overwritten in memory before this returns. The delivery does not say how long it is.
boost::asio::awaitable<platform::Delivery> type_secret(Shared& shared, Session& session, Step& step,
                                                       std::shared_ptr<platform::Injector> hands,
                                                       platform::Cancelled cancelled);

}  // namespace interlock::daemon
