/// Before a press the pointer comes to the place, and the target is looked at once more: an application may show
/// something else as soon as the pointer is there (a page's script or style for hover, a menu that opens, an
/// advertisement), and that is what the press would hit. docs/decisions/0008-look-again-on-approach.md.
#pragma once

#include <chrono>
#include <cstdint>

#include "values/action.h"

namespace interlock::daemon {

/// For an act to get hold of the display; a display that is stuck longer than this gets nothing late.
inline constexpr std::chrono::milliseconds inject_limit{500};
/// A target that is another one at so many looks in a row is left alone.
inline constexpr int most_changes = 3;

/// Where an act of ours left the pointer.
struct Resting {
  Point at;
  std::uint64_t window = 0;
  std::chrono::steady_clock::time_point since;

  /// For the application to read of the motion at all; what it makes of it takes the policy's `approach`.
  static constexpr std::chrono::milliseconds reading{40};
  /// True if the application has answered the motion before `when`.
  bool long_before(std::chrono::steady_clock::time_point when, std::chrono::milliseconds approach) const {
    return when - since >= reading + approach;
  }
};

/// True for click, mouse_down, drag and scroll. A mouse_up presses nothing, and a move is no more than an approach.
bool presses_by_pointer(const Action& action);

}  // namespace interlock::daemon
