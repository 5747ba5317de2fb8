/// A window among all those of its program, as the display server reports it: what accessible frames are matched to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "values/geometry.h"
#include "values/surface_places.h"

namespace interlock {

struct ProgramWindow {
  std::uint64_t id = 0;
  std::string title;
  /// Where a frame may say that it is, in root pixels: the client area, the same with the window manager's decoration,
  /// and without the shadow that the program draws around itself.
  std::vector<Rect> places;
  bool active = false;  ///< has the keyboard focus
  /// If set, `places` do not count: the size of the frame alone decides, and must be one of these.
  std::optional<SurfacePlaces> surface = {};
  bool shown = true;   ///< false: minimized
  bool popup = false;  ///< a menu, list or tooltip: no frame is matched to it
  bool operator==(const ProgramWindow&) const = default;
};

}  // namespace interlock
