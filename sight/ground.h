/// The background that a point of a picture stands on: a flat area or a gradient, as far as it reaches. If it ends on
/// all sides, it is the inside of a control.
#pragma once

#include <cstdint>
#include <vector>

#include "sight/picture.h"

namespace interlock::sight {

/// A part of the background's colour differs from it by at most so much, in one channel.
inline constexpr int ground_tolerance = 14;

struct Ground {
  bool found = false;              ///< false: nothing flat is near the point (a photograph)
  Colour colour{};                 ///< where it was found
  Rect box;                        ///< around all of it
  bool closed = false;             ///< it ends before the picture does, on all sides
  int flatness = 0;                ///< percent of the pixels around the point that have the commonest colour there
  std::vector<std::uint8_t> mask;  ///< one for each pixel of the picture: 1 if it belongs to the background

  bool has(const Picture& picture, std::int32_t x, std::int32_t y) const {
    return mask[static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(x)] !=
           0;
  }
};

/// `at` lies inside the picture, which is not empty.
Ground find_ground(const Picture& picture, Point at);

}  // namespace interlock::sight
