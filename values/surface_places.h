/// The rectangles of a window on a display whose programs do not know where their windows are (Wayland). A program
/// reports places relative to one of them, and the size of its top-level accessible tells which (a11y/space.h).
#pragma once

#include "values/geometry.h"

namespace interlock {

struct SurfacePlaces {
  Rect frame;   ///< what a person sees as the window: with decoration, without shadow
  Rect buffer;  ///< all that the program draws: with its shadow
  Rect client;  ///< what the program counts as its window: without shadow, without decoration of the display server's
  double scale = 1;         ///< pixels of these rectangles for one logical pixel, in which programs count
  double client_scale = 1;  ///< pixels in which the program draws for one logical pixel
  bool operator==(const SurfacePlaces&) const = default;
};

}  // namespace interlock
