/// The current time for the gate, which has no clock of its own.
#pragma once

#include <chrono>

#include "values/time.h"

namespace interlock::daemon {

inline Time gate_now() {
  return std::chrono::duration_cast<Time>(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace interlock::daemon
