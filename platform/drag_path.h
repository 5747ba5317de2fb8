/// The way of the pointer in a drag.
#pragma once

#include <chrono>
#include <vector>

#include "values/geometry.h"

namespace interlock::platform {

struct DragStep {
  Point to;
  std::chrono::milliseconds rest;  ///< before it
  bool begun = false;              ///< past it the source has begun a drag, if it has one to begin
};

/// From `from`, exclusive, to `to`. Slowly past the threshold at which toolkits begin a drag, fast across, and slowly
/// onto the target: applications take a drop only after they have exchanged several messages about the place.
std::vector<DragStep> drag_path(Point from, Point to);

}  // namespace interlock::platform
