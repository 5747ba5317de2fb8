/// A window among all those of its program, as the display server reports it: what accessible frames are matched to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "values/geometry.h"

namespace interlock {

struct ProgramWindow {
  std::uint64_t id = 0;
  std::string title;
  /// Where a frame may say that it is, in root pixels: the client area, the same with the window manager's decoration,
  /// and without the shadow that the program draws around itself.
  std::vector<Rect> places;
  bool active = false;  ///< has the keyboard focus
  bool operator==(const ProgramWindow&) const = default;
};

}  // namespace interlock
