/// Acts of the pointer, each whole under one server grab: look, press, release. Display thread.
#pragma once

#include "platform/injector.h"
#include "platform/x11/session.h"
#include "platform/x11/ticket.h"
#include "values/action.h"

namespace interlock::platform::x11 {

/// What an act is meant for.
struct Aim {
  WindowView view;
  /// A window that is not active is made so before it is pressed: the act then refuses with `inactive`, having asked
  /// the window manager, and is to come again.
  bool activate = true;
};
inline constexpr std::string_view inactive = "inactive";  ///< a refusal that no port's user sees

Delivery move(Session& session, Ticket& ticket, const Aim& aim, const Move& move);
Delivery click(Session& session, Ticket& ticket, const Aim& aim, const Click& click);
/// At most `max_wheel` clicks of the wheel; the caller comes again for the rest.
Delivery scroll(Session& session, Ticket& ticket, const Aim& aim, const Scroll& scroll);
Delivery press(Session& session, Ticket& ticket, const Aim& aim, const MouseDown& down);
Delivery release(Session& session, Ticket& ticket, const Aim& aim, const MouseUp& up);

inline constexpr int max_wheel = 16;

/// To where an act presses, and no press. `activates`: that act makes the window active. `came`: set where the pointer
/// was not there before.
Delivery approach(Session& session, Ticket& ticket, const Aim& aim, Point at, bool activates, bool& came);

/// A drag needs the application's part between its steps, so it is no single act: take, carry, drop.
Delivery take(Session& session, Ticket& ticket, const Aim& aim, const Drag& drag);
void carry(Session& session, Point to);
void drop(Session& session, const Drag& drag, Point at);

Delivery refused(std::string_view code, std::string reason);

}  // namespace interlock::platform::x11
