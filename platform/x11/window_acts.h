/// Changes to windows and desktops, each under a server grab in which the window must be the one that was judged.
/// Display thread.
#pragma once

#include "platform/injector.h"
#include "platform/x11/session.h"
#include "platform/x11/ticket.h"
#include "values/action.h"

namespace interlock::platform::x11 {

/// Nothing where the action is none of these. `asked` is set where the window manager was asked to make the window
/// active, and needs a moment.
std::optional<Delivery> change_windows(Session& session, Ticket& ticket, const WindowView& view, const ActionBody& body,
                                       bool& asked);

}  // namespace interlock::platform::x11
