/// How much of an act arrived. Values in, values out.
#pragma once

#include <cstddef>

#include "daemon/records/record.h"

namespace interlock::daemon {

/// What was really typed, for the gate's memory of the line.
Action as_delivered(const Action& action, std::size_t characters);

/// An act broken off of which nobody knows how much was delivered.
bool may_have_arrived(const Step& step);

}  // namespace interlock::daemon
