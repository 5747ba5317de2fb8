/// Pictures for tests: text-like marks, boxes, icons.
#pragma once

#include <cstdint>

#include "sight/picture.h"

namespace interlock::sight {

class Drawing {
 public:
  Drawing(std::int32_t width, std::int32_t height, std::uint32_t colour) {
    picture_.width = width;
    picture_.height = height;
    picture_.pixels.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), colour);
  }

  void fill(Rect area, std::uint32_t colour) {
    for (std::int32_t y = area.y; y < bottom(area); ++y) {
      for (std::int32_t x = area.x; x < right(area); ++x) set(x, y, colour);
    }
  }
  void frame(Rect area, std::uint32_t colour) {
    fill({area.x, area.y, area.width, 1}, colour);
    fill({area.x, bottom(area) - 1, area.width, 1}, colour);
    fill({area.x, area.y, 1, area.height}, colour);
    fill({right(area) - 1, area.y, 1, area.height}, colour);
  }
  /// `count` letters, each like an H of 6 x 10 pixels, 2 pixels apart. The place of them all.
  Rect word(std::int32_t x, std::int32_t y, int count, std::uint32_t ink) {
    for (int i = 0; i < count; ++i) {
      const std::int32_t at = x + i * 8;
      fill({at, y, 2, 10}, ink);
      fill({at + 4, y, 2, 10}, ink);
      fill({at, y + 4, 6, 2}, ink);
    }
    return {x, y, count * 8 - 2, 10};
  }
  void set(std::int32_t x, std::int32_t y, std::uint32_t colour) {
    if (picture_.area().contains({x, y})) {
      picture_.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(picture_.width) +
                      static_cast<std::size_t>(x)] = colour;
    }
  }
  const Picture& picture() const { return picture_; }

 private:
  Picture picture_;
};

}  // namespace interlock::sight
