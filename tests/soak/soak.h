/// The two soak runs. Each prints what it found as one table and gives what does not hold; nothing: all does.
#pragma once

#include <chrono>
#include <cstdint>

#include "tests/soak/invariants.h"

namespace interlock::soak {

struct Options {
  std::chrono::seconds length{60};
  std::uint64_t seed = 1;
  std::chrono::milliseconds back_within{2'000};  ///< faults: a killed interlockd answers again
  int agents = 50;                               ///< load
  double rate = 20;                              ///< load: actions a second, of all together
  /// load: also compare how long agents waited, how many were turned away and how much memory was in use, with and
  /// without misbehaving agents. Means something on a machine that does nothing else.
  bool compare = false;
};

Broken run_faults(const Options& options);
Broken run_load(const Options& options);

}  // namespace interlock::soak
