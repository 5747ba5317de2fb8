/// Windows that are shown before the accessibility bus knows them. Measured from the moment at which the window is
/// there: GTK 4 160 to 240 ms, at load 7 on 2 cores 250 to 700; GTK 3 and Qt 5 at most 190 at that load, mostly none.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>

#include "values/observation.h"
#include "values/unknown.h"

namespace interlock::daemon {

/// True if the window's program uses a toolkit that publishes elements, so that the reason why its tree is unknown may
/// pass: the program is not on the accessibility bus yet, or this window is not among those that it reports.
bool may_get_tree(const Window& window, Unknown why);

class Openings {
 public:
  using Clock = std::chrono::steady_clock;
  /// Between two looks.
  static constexpr std::chrono::milliseconds step{40};
  /// Three times the longest delay that was measured.
  static constexpr std::chrono::milliseconds patience{2000};

  /// How long this window's tree is waited for: `patience` after the first call for the window; no longer once it has
  /// shown elements.
  Clock::time_point wait_until(std::uint64_t window, Clock::time_point now);
  /// The window has shown elements.
  void published(std::uint64_t window);

 private:
  static constexpr std::size_t most = 256;
  std::map<std::uint64_t, Clock::time_point> until_;
};

}  // namespace interlock::daemon
