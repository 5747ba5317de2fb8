/// Whether a text begins where it can be seen to begin: lists are scrolled sideways, and the rest of a row then looks
/// like a text of its own. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "sight/lines.h"

namespace interlock::sight {

enum class Beginning : std::uint8_t {
  free,   ///< it begins further than a blank from any border to its left, or stands in the middle of its box
  early,  ///< it begins no further than a blank from a border, and so do the rows above and below: they line up
  cut,    ///< a part of a letter stands before it, or other rows begin elsewhere, or too few rows tell
};

/// Another row of the list, on a background that may be its own.
struct ListRow {
  TextLine line;
  Colour ground{};
  Rect inside;  ///< where that background is
};

struct ListPlace {
  Beginning beginning = Beginning::free;
  std::vector<ListRow> rows;  ///< if it is `early`: rows that begin at the same place, the nearest first, at most three
  std::int32_t border = -1;   ///< if it is `early`: the column of the border to the left, if that can be seen
};

/// `lines` are all on the background of the text.
ListPlace beginning_of(const Picture& picture, const Ground& ground, const TextLine& text,
                       const std::vector<TextLine>& lines);

/// Whether a letter whose left edge is at the border goes on behind it. Of a whole one only the outermost pixels are
/// there: the round of an O, the foot of an A. One that is cut has more of them there, or has them in two places: the
/// ends of the right half of an O. `height`: of its line.
bool is_cut_at(const Picture& picture, const Ground& ground, const Rect& letter, int contrast, std::int32_t height);

/// Whether the background ends to the right of the text before another letter could begin.
bool ends_at_border(const Picture& picture, const Ground& ground, const TextLine& text,
                    const std::vector<TextLine>& lines);

/// Whether the lines are rows of a list: they begin near to the left border, and are not in the middle of their box.
bool begin_at_border(const Picture& picture, const Ground& ground, const std::vector<TextLine>& lines);

}  // namespace interlock::sight
