/// How far real pointers were moved, so that a table that was bumped is not a hand on the mouse.
#pragma once

#include <chrono>
#include <cmath>

namespace interlock::platform::x11 {

class RealMotion {
 public:
  static constexpr double jitter = 12;                    ///< pixels; more than that is meant
  static constexpr std::chrono::milliseconds pause{500};  ///< after which it counts from nothing again

  /// True when the pointers have moved more than jitter without a pause, this step included.
  bool moved(double dx, double dy, std::chrono::steady_clock::time_point now) {
    if (now - last_ > pause) distance_ = 0;
    last_ = now;
    distance_ += std::hypot(dx, dy);
    return distance_ > jitter;
  }

 private:
  double distance_ = 0;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace interlock::platform::x11
