/// Lines of text made of marks: letters of one row, of one ink, with no more than a space between them.
#pragma once

#include <optional>
#include <vector>

#include "sight/marks.h"

namespace interlock::sight {

struct TextLine {
  Rect place;
  std::vector<Mark> marks;  ///< from left to right
  Ink ink{};
  Colour darkest{};
  int contrast = 0;
  std::int32_t height = 0;  ///< of its highest mark
  bool edge = false;        ///< a mark of it touches the edge of the background's box
  bool parted = false;      ///< it is a link, and what stands beside it may belong to it
  bool boxes = false;       ///< it has squares that are characters if it is Chinese or Japanese, and else check boxes
};

/// True for what may be a part of a letter that goes on behind the border of a closed background. What touches two of
/// its sides is a corner of the border.
bool touches_border(const Mark& mark, const Ground& ground);

/// Whether the other one may be a part of the same text: it stands in the row, on the same base line, in the same ink,
/// and the gap may be a wide blank.
bool may_go_on(const TextLine& line, const TextLine& other);

/// The line without the squares before its first letter: check boxes, if it is in letters of an alphabet. Nothing if a
/// square stands elsewhere in it, or as near to the next mark as letters are: it may be a letter.
std::optional<TextLine> without_check_box(const TextLine& line);

/// All lines on the background, in no order. Icons at a line's ends are left off. An underline that begins or ends
/// within a line cuts it there, if `at` is above the underline: a link in a text.
std::vector<TextLine> find_lines(const std::vector<Mark>& marks, const Ground& ground, Point at);

}  // namespace interlock::sight
