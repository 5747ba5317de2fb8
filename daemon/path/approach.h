/// Before a press the pointer is moved to the point, and the target is observed once more: an application may show
/// something else as soon as the pointer is there (a page's hover script or style, a menu that opens, an
/// advertisement), and the press would hit that. docs/decisions/0008-look-again-on-approach.md.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>

#include "daemon/path/shared.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"
#include "platform/injector.h"
#include "values/action.h"

namespace interlock::daemon {

/// Time for an act to get access to the display; if the display is stuck for longer, nothing is sent.
inline constexpr std::chrono::milliseconds inject_limit{500};

/// True for click, mouse_down, drag and scroll. A mouse_up presses nothing, and a move is only an approach.
bool presses_by_pointer(const Action& action);

/// What cancels an act of the step: a pause, the end of the session, a takeover. May be called by any thread.
platform::Cancelled cancelled_for(const Shared& shared, const Session& session, const Step& step);

/// Moves the pointer to the point that `step` presses, and waits for the application's reaction. `was_there` in the
/// result: an act of interlock had moved it there, long enough ago.
boost::asio::awaitable<platform::Arrival> come(Shared& shared, const Session& session, const Step& step);

}  // namespace interlock::daemon
