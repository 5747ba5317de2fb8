/// Points and rectangles on the screen, in X root pixels: origin at the top left of the root window, y downwards.
#pragma once

#include <cstdint>

namespace interlock {

struct Point {
  std::int32_t x = 0;
  std::int32_t y = 0;
  bool operator==(const Point&) const = default;
};

/// A half-open rectangle: includes its left and top edges, excludes its right and bottom edges.
struct Rect {
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::int32_t width = 0;
  std::int32_t height = 0;
  bool operator==(const Rect&) const = default;

  bool empty() const { return width <= 0 || height <= 0; }
  bool contains(Point p) const {
    return p.x >= x && p.y >= y && std::int64_t{p.x} < std::int64_t{x} + width &&
           std::int64_t{p.y} < std::int64_t{y} + height;
  }
};

}  // namespace interlock
