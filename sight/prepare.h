/// Makes a part of a picture what a reader of printed pages expects: dark letters on white, of the size of print. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "sight/lines.h"

namespace interlock::sight {

/// Row by row, 0 is black.
struct Grey {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<std::uint8_t> pixels;
};

/// A line's height for the reader, in pixels: that of print, and another one, at which a reader errs differently.
inline constexpr double print_height = 32, other_height = 44;

/// One line of text, on whatever colour it stands. `limits`: nothing outside of it belongs to the line.
Grey prepare_line(const Picture& picture, const TextLine& line, const Colour& ground, const Rect& limits,
                  double wanted_height = print_height);

/// White around a line of text, in pixels of the screen.
std::int32_t usual_around(const TextLine& line);

/// The same as a strip of this height, with so many pixels of the screen around the text.
Grey prepare_strip(const Picture& picture, const TextLine& line, const Colour& ground, const Rect& limits,
                   std::int32_t height, std::int32_t around);

/// The whole picture, enlarged by `factor`. Light text on a dark ground becomes dark on light: a reader takes twice as
/// long for the former.
Grey prepare_page(const Picture& picture, double factor);

}  // namespace interlock::sight
