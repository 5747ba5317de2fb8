/// How much of an act arrived. Values in, values out.
#pragma once

#include <cstddef>

#include "daemon/record.h"

namespace interlock::daemon {

/// What was really typed, for the gate's memory of the line.
gate::Action as_delivered(const gate::Action& action, std::size_t characters);

/// An act broken off of which nobody knows how much was delivered.
bool may_have_arrived(const Step& step);

}  // namespace interlock::daemon
