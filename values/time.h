/// Time is an argument: the caller of the gate passes the current time, so that a decision can be replayed exactly.
#pragma once

#include <chrono>

namespace interlock {

/// Milliseconds on any clock, always the same one for a gate; only differences matter.
using Time = std::chrono::milliseconds;

}  // namespace interlock
