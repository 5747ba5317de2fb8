/// The point where interlock's acts left the pointer, and since when.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "daemon/records/record.h"
#include "values/geometry.h"

namespace interlock::daemon {

class PointerRest {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// Time for the application to receive the motion; the policy's `approach` is the time for its reaction.
  static constexpr std::chrono::milliseconds reading{40};
  /// Chromium's time for a double click, which is the longest (GTK and Qt: 400 ms).
  static constexpr std::chrono::milliseconds double_click{500};

  /// True if the pointer is where `step` would press, through an act of interlock.
  bool at_target_of(const Step& step) const;
  /// True if it does, and the application processed the motion before `when`.
  bool long_before(Time when, std::chrono::milliseconds approach) const {
    return resting_ && when - resting_->since >= reading + approach;
  }
  void came_to(Point at, std::uint64_t window, Time when) { resting_ = Resting{at, window, when}; }
  /// Until then an application takes a press at `at` for the second of a double click, because of a press of interlock.
  Time double_click_until(Point at) const;
  /// Call it after each act. After a drag, a release or the wheel only the application knows what has moved.
  void acted(const Step& step);

 private:
  struct Resting {
    Point at;
    std::uint64_t window = 0;
    Time since;
  };
  struct Press {
    Point at;
    Time when;
  };
  std::optional<Press> pressed_;    ///< the latest
  std::optional<Resting> resting_;  ///< nothing: unknown since when the pointer is where it is
};

}  // namespace interlock::daemon
