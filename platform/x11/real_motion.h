/// How far real pointers were moved; small motions (somebody bumped the table) do not count.
#pragma once

#include <chrono>
#include <cmath>

namespace interlock::platform::x11 {

class RealMotion {
 public:
  static constexpr double jitter = 12;                    ///< pixels; longer motions are intended
  static constexpr std::chrono::milliseconds pause{500};  ///< after which counting starts again from zero

  /// True if the pointers have moved more than `jitter` without a pause, including this step.
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
