/// The two soak runs. Each prints its results as one table and returns the violations; none if everything holds.
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
  /// load: also compare how long agents waited, how many were refused and how much memory was in use, with and without
  /// misbehaving agents. Only meaningful on a machine without other load.
  bool compare = false;
};

Broken run_faults(const Options& options);
Broken run_load(const Options& options);

}  // namespace interlock::soak
