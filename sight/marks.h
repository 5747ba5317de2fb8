/// The marks on a background: letters, their parts, lines, icons. A mark is a group of connected pixels that do not
/// belong to the background.
#pragma once

#include <array>
#include <vector>

#include "sight/ground.h"

namespace interlock::sight {

/// The sum of the differences from the background, channel by channel: its direction is the ink's colour, whatever the
/// antialiasing.
using Ink = std::array<double, 3>;

struct Mark {
  Rect place;
  int pixels = 0;
  Ink ink{};
  Colour darkest{};         ///< its pixel that differs most from the background
  int contrast = 0;         ///< by so much
  bool edge = false;        ///< it touches the edge of the background's box, where it may go on
  bool box = false;         ///< it has four whole sides: a check box, or a wide control
  bool filled = false;      ///< and a flat colour inside that is neither the background's nor its sides': no character
  bool underlined = false;  ///< letters that stand on their underline; readers of text lose some of them
};

std::vector<Mark> find_marks(const Picture& picture, const Ground& ground);

/// Whether two inks are of different colours: a blue link beside grey text.
bool differs(const Ink& one, const Ink& other);

}  // namespace interlock::sight
