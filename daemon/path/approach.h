/// Before a press the pointer comes to the place, and the target is looked at once more: an application may show
/// something else as soon as the pointer is there (a page's script or style for hover, a menu that opens, an
/// advertisement), and that is what the press would hit. docs/decisions/0008-look-again-on-approach.md.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>

#include "daemon/path/shared.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"
#include "platform/injector.h"
#include "values/action.h"

namespace interlock::daemon {

/// For an act to get hold of the display; a display that is stuck longer than this gets nothing late.
inline constexpr std::chrono::milliseconds inject_limit{500};

/// True for click, mouse_down, drag and scroll. A mouse_up presses nothing, and a move is no more than an approach.
bool presses_by_pointer(const Action& action);

/// What breaks an act of the step off: a pause, an end of the session, a person's hand. May be called by any thread.
platform::Cancelled cancelled_for(const Shared& shared, const Session& session, const Step& step);

/// Brings the pointer to where `step` presses, and waits for what the application makes of that. `was_there` in the
/// result: it came there by an act of ours, and long enough ago.
boost::asio::awaitable<platform::Arrival> come(Shared& shared, const Session& session, const Step& step);

}  // namespace interlock::daemon
