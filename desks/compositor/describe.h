/// Windows and hits in the words of the wire.
#pragma once

#include "desks/compositor/hit.h"
#include "desks/compositor/seat.h"
#include "desks/compositor/stack.h"
#include "desks/wire/messages.h"

namespace interlock::compositor {

desk::Window describe(const Window& window, const Stack& stack, const Screen& screen);
desk::Hit describe(const SurfaceHit& hit, const Stack& stack, const Screen& screen);
/// The lowest first.
desk::WindowList describe(const Stack& stack, const Screen& screen);
desk::FocusResult describe_focus(const Seat& seat, const Stack& stack, const Screen& screen);

}  // namespace interlock::compositor
