/// Time is an argument: whoever calls the gate says what time it is, so a decision can be replayed exactly.
#pragma once

#include <chrono>

namespace interlock {

/// Milliseconds on whatever clock the caller uses consistently; only differences matter to the gate.
using Time = std::chrono::milliseconds;

}  // namespace interlock
