/// The underlines of links, which touch the letters above them. Pure.
#pragma once

#include <vector>

#include "sight/ground.h"

namespace interlock::sight {

/// Thin horizontal lines of one colour with marks above them and hardly any below, on this background.
std::vector<Rect> find_underlines(const Picture& picture, const Ground& ground);

/// The picture with the background's colour in place of the underlines. Strokes of letters that cross them stay.
Picture without_underlines(Picture picture, const std::vector<Rect>& underlines, const Colour& ground);

}  // namespace interlock::sight
