/// Pixels of a part of the screen, as the reader of labels gets them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "values/geometry.h"

namespace interlock::sight {

/// Pixels row by row, 0x00RRGGBB. `pixels` has width * height entries.
struct Picture {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<std::uint32_t> pixels;

  std::uint32_t at(std::int32_t x, std::int32_t y) const {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  }
  Rect area() const { return {0, 0, width, height}; }
};

/// Red, green, blue: 0 to 255 each.
using Colour = std::array<int, 3>;

inline Colour colour_of(std::uint32_t pixel) {
  return {static_cast<int>(pixel >> 16U & 0xFFU), static_cast<int>(pixel >> 8U & 0xFFU),
          static_cast<int>(pixel & 0xFFU)};
}

/// The largest difference of the three channels, 0 to 255.
int distance(const Colour& one, const Colour& other);

/// The smallest rectangle with both.
Rect united(Rect one, Rect other);
inline std::int32_t right(Rect rect) {
  return rect.x + rect.width;
}
inline std::int32_t bottom(Rect rect) {
  return rect.y + rect.height;
}

}  // namespace interlock::sight
