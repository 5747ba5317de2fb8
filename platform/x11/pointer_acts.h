/// Acts of the pointer, each under one server grab: check, press, release. Display thread.
#pragma once

#include "platform/injector.h"
#include "platform/x11/display_session.h"
#include "platform/x11/ticket.h"
#include "values/action.h"

namespace interlock::platform::x11 {

/// The target of an act.
struct Aim {
  WindowView view;
  /// A window that is not active must be activated before it is pressed: the act then asks the window manager and
  /// refuses with `inactive`, and the caller repeats it.
  bool activate = true;
};
inline constexpr std::string_view inactive = "inactive";  ///< internal refusal, never returned by the port

Delivery move(DisplaySession& session, Ticket& ticket, const Aim& aim, const Move& move);
Delivery click(DisplaySession& session, Ticket& ticket, const Aim& aim, const Click& click);
/// Turns the wheel at most `max_wheel` clicks; the caller repeats it for the rest.
Delivery scroll(DisplaySession& session, Ticket& ticket, const Aim& aim, const Scroll& scroll);
Delivery press(DisplaySession& session, Ticket& ticket, const Aim& aim, const MouseDown& down);
Delivery release(DisplaySession& session, Ticket& ticket, const Aim& aim, const MouseUp& up);

inline constexpr int max_wheel = 16;

/// Moves to the place where an act presses, without the press. `activates`: that act makes the window active. `came`:
/// set if the pointer was not there before.
Delivery approach(DisplaySession& session, Ticket& ticket, const Aim& aim, Point at, bool activates, bool& came);

/// In a drag the application must run between the steps, so it is not one act: take, carry, drop.
Delivery take(DisplaySession& session, Ticket& ticket, const Aim& aim, const Drag& drag);
void carry(DisplaySession& session, Point to);
void drop(DisplaySession& session, const Drag& drag, Point at);

Delivery refused(std::string_view code, std::string reason);

}  // namespace interlock::platform::x11
