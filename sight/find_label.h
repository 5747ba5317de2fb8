/// Finds the label of the control at a point of a picture: where its text is, and not what it says. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sight/list_border.h"

namespace interlock::sight {

/// The picture that a label is looked for in reaches so far from the point, to both sides and up and down, in pixels.
inline constexpr std::int32_t label_reach_x = 360;
inline constexpr std::int32_t label_reach_y = 90;
/// Below that it goes on so far from the point: the scroll bar of a list stands there.
inline constexpr std::int32_t scroll_bar_reach = 480;

/// Larger closed boxes are panes, whose texts do not belong together.
inline constexpr std::int32_t widest_control = 340;
inline constexpr std::int32_t highest_control = 72;

struct FoundLabel {
  enum class How : std::uint8_t {
    control,  ///< all text inside of a closed box: a button, a field, a tab
    line,     ///< the line of text at the point, on open background
    row,      ///< the text in the row of the point: an entry of a menu or list
    beside,   ///< the text beside the small box at the point: a check box
  };
  How how = How::control;
  std::vector<TextLine> lines;  ///< in reading order, at least one
  Colour ground{};
  Rect control;      ///< the box around the text; for a line or row, the text's own
  Rect inside;       ///< where the label's background is: what is outside of it belongs to something else
  bool cut = false;  ///< a part of the text may be missing: it reaches the edge of the picture, or is too much
  /// The lines are parts of one row with wide blanks between: the label is any run of them. Letters of one width have
  /// such blanks between their words, and so have neighbouring controls without borders.
  bool apart = false;
  /// The text of a list begins at the left border of its box: a scrolled list shows the same, unless the text does not
  /// and the rows around it begin as texts do.
  bool at_border = false;
  std::vector<ListRow> rows;  ///< these: the nearest first, at most three
  std::int32_t border = -1;   ///< the column of that border, if it can be seen
  /// Lines under the text, which touch its letters: a reader should see it with them and without.
  std::vector<Rect> underlines;
};

/// Nothing: there is no text at the point, or nothing that can be told from its surroundings. `at` is inside the
/// picture.
std::optional<FoundLabel> find_label(const Picture& picture, Point at);

/// Leaves the squares before the letters of its lines out: they are check boxes, because its text is in letters of an
/// alphabet. False, and unchanged, if a square may be a letter.
bool leave_out_check_boxes(FoundLabel& found);

}  // namespace interlock::sight
