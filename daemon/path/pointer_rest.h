/// Where acts of ours left the pointer, and since when it rests there.
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
  /// For the application to read of the motion at all; what it makes of it takes the policy's `approach`.
  static constexpr std::chrono::milliseconds reading{40};

  /// True if the pointer lies where `step` would press, by an act of ours.
  bool at_target_of(const Step& step) const;
  /// True if it does, and the application has answered the motion before `when`.
  bool long_before(Time when, std::chrono::milliseconds approach) const {
    return resting_ && when - resting_->since >= reading + approach;
  }
  void came_to(Point at, std::uint64_t window, Time when) { resting_ = Resting{at, window, when}; }
  /// After an act: where it left the pointer. What a drag, a release or the wheel moves is known only to the
  /// application.
  void acted(const Step& step);

 private:
  struct Resting {
    Point at;
    std::uint64_t window = 0;
    Time since;
  };
  std::optional<Resting> resting_;  ///< nothing: it is not known since when the pointer is where it is
};

}  // namespace interlock::daemon
