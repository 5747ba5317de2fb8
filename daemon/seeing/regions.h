/// Arithmetic of rectangles: the visible parts of windows that cover each other.
#pragma once

#include <cstddef>
#include <vector>

#include "platform/screen.h"
#include "values/geometry.h"

namespace interlock::daemon {

using Rects = std::vector<Rect>;

Rect overlap(const Rect& a, const Rect& b);  ///< empty() if they do not overlap
/// The rest of `from` without `hole`: at most four rectangles that do not overlap.
void subtract(const Rect& from, const Rect& hole, Rects& left);

/// The parts of `parts`, which belong to the surface at `level` of the stack, that no surface above it covers.
Rects visible_parts(const std::vector<platform::Surface>& stack, std::size_t level, const Rects& parts);

/// Where the pixel at `x`, `y`, which is inside the image, stands among its pixels.
inline std::size_t pixel_index(const platform::Image& image, std::int32_t x, std::int32_t y) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x);
}

}  // namespace interlock::daemon
