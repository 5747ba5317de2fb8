/// Changes to windows and desktops, each under a server grab that verifies that the window is the one that was judged.
/// Display thread.
#pragma once

#include "platform/injector.h"
#include "platform/x11/display_session.h"
#include "platform/x11/ticket.h"
#include "values/action.h"

namespace interlock::platform::x11 {

/// Nothing if the action is none of these. `asked` is set if the window manager was asked to activate the window, and
/// needs a moment.
std::optional<Delivery> change_windows(DisplaySession& session, Ticket& ticket, const WindowView& view,
                                       const ActionBody& body, bool& asked);

}  // namespace interlock::platform::x11
