/// How much time to reserve for making a reply, from recent durations. A value; time is an argument.
#pragma once

#include <algorithm>
#include <chrono>

namespace interlock::daemon {

/// A reply that takes long makes the next deadline earlier at once; quick ones move it back step by step: a busy
/// machine stays busy for a while.
class WritingTime {
 public:
  using Duration = std::chrono::microseconds;
  static constexpr Duration least{50'000};
  static constexpr Duration most{150'000};

  /// The time to reserve now.
  Duration reserve() const { return reserve_; }
  /// The duration of the last reply, from the end of the time it was reserved from.
  void took(Duration time) { reserve_ = std::clamp(std::max(time * 3 / 2, reserve_ * 7 / 8), least, most); }

 private:
  Duration reserve_ = least;
};

}  // namespace interlock::daemon
