/// How much of an act arrived. Values in, values out.
#pragma once

#include <cstddef>

#include "daemon/records/record.h"

namespace interlock::daemon {

/// What was really typed, for the gate's memory of the line.
Action as_delivered(const Action& action, std::size_t characters);

/// An interrupted act; how much of it was delivered is not known.
bool may_have_arrived(const Step& step);

}  // namespace interlock::daemon
