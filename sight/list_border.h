/// Whether a text begins where it can be seen to begin: lists are scrolled sideways, and the rest of a row then looks
/// like a text of its own. Pure.
#pragma once

#include <vector>

#include "sight/lines.h"

namespace interlock::sight {

enum class Beginning : std::uint8_t {
  free,   ///< it begins further than a blank from any border to its left, or stands in the middle of its box
  early,  ///< it begins no further than a blank from a border, and so do the rows above and below: they line up
  cut,    ///< a part of a letter stands before it, or other rows begin elsewhere, or too few rows tell
};

/// `lines` are all on the background of the text.
Beginning beginning_of(const Picture& picture, const Ground& ground, const TextLine& text,
                       const std::vector<TextLine>& lines);

/// Whether the background ends to the right of the text before another letter could begin.
bool ends_at_border(const Picture& picture, const Ground& ground, const TextLine& text,
                    const std::vector<TextLine>& lines);

/// Whether the lines are rows of a list: they begin near to the left border, and are not in the middle of their box.
bool begin_at_border(const Picture& picture, const Ground& ground, const std::vector<TextLine>& lines);

}  // namespace interlock::sight
