#include "sight/list_border.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace interlock::sight {

namespace {

/// The height of a letter with its parts above and below, as the highest line of the same size of letters has it: a
/// text without such letters is lower, and the blanks before it are not narrower.
std::int32_t letter_height(const TextLine& text, const std::vector<TextLine>& lines) {
  std::int32_t highest = text.place.height;
  for (const TextLine& line : lines) {
    if (line.place.height <= 2 * text.place.height) highest = std::max(highest, line.place.height);
  }
  return highest;
}

/// The rows of pixels that a border beside the text must run through. Check boxes and icons are lower.
struct RowsBeside {
  std::int32_t from, to;            ///< with some above and below the text
  std::int32_t text_from, text_to;  ///< beside the text itself
};

RowsBeside rows_beside(const Ground& ground, const Rect& text, std::int32_t height) {
  const std::int32_t above = height * 6 / 10;
  const std::int32_t from = std::min(text.y, bottom(text) - height) - above;
  return {std::max(ground.box.y, from), std::min(bottom(ground.box), bottom(text) + above), text.y, bottom(text)};
}

/// Whether the background ends in this column beside the text, `inside` of which the text is: no pixel of it belongs to
/// the background, or it becomes another shade there. Letters say nothing; a third of the rows must. The border may
/// begin or end close above or below the text, not both.
bool is_border(const Picture& picture, const Ground& ground, std::int32_t x, std::int32_t inside,
               const RowsBeside& rows) {
  constexpr int least_step = 4;  // gradients have smaller ones
  if (x < ground.box.x || x >= right(ground.box)) return true;
  std::int32_t count = 0;
  bool above = false, below = false;
  for (std::int32_t y = rows.from; y < rows.to; ++y) {
    const bool is_ground = ground.has(picture, x, y);
    if (is_ground && !ground.has(picture, inside, y)) continue;
    if (is_ground && distance(colour_of(picture.at(x, y)), colour_of(picture.at(inside, y))) < least_step) {
      above = above || y < rows.text_from;
      below = below || y >= rows.text_to;
      if ((y >= rows.text_from && y < rows.text_to) || (above && below)) return false;
      continue;
    }
    ++count;
  }
  return 3 * count >= rows.to - rows.from;
}

/// The column of the border to the left (step -1) or right (step 1) of a text, at most so far from it.
std::optional<std::int32_t> border_beside(const Picture& picture, const Ground& ground, const Rect& text,
                                          std::int32_t height, std::int32_t most, std::int32_t step) {
  const auto rows = rows_beside(ground, text, height);
  std::int32_t x = step < 0 ? text.x - 1 : right(text);
  for (std::int32_t away = 0; away <= most; ++away, x += step) {
    if (is_border(picture, ground, x, x - step, rows)) return x;
  }
  return std::nullopt;
}

/// Whether something other than the background stands between the border and the text, in the row of the text.
bool has_ink_between(const Picture& picture, const Ground& ground, std::int32_t border, const Rect& text) {
  for (std::int32_t x = border + 1; x < text.x; ++x) {
    for (std::int32_t y = text.y; y < bottom(text); ++y) {
      if (!ground.has(picture, x, y)) return true;
    }
  }
  return false;
}

/// Only the outermost pixels of its first letter are at the border: the round of an O, the foot of an A. One that is
/// cut has more of them there.
bool touches_much(const Picture& picture, const Ground& ground, const TextLine& text) {
  const double strong = 0.6 * text.contrast;
  std::int32_t count = 0;
  for (std::int32_t y = text.place.y; y < bottom(text.place); ++y) {
    count += distance(colour_of(picture.at(text.place.x, y)), ground.colour) > strong ? 1 : 0;
  }
  return count > std::max(1, text.place.height / 6);
}

/// Rows begin at one place if they differ by no more than letters of one size do.
std::int32_t spread(std::int32_t height) {
  return std::max(2, height / 6);
}

bool is_in_middle(const Picture& picture, const Ground& ground, const Rect& text, std::int32_t height,
                  std::int32_t to_left) {
  constexpr std::int32_t off_middle = 3;
  const auto other = border_beside(picture, ground, text, height, to_left + off_middle, 1);
  return other && std::abs((*other - right(text)) - to_left) <= off_middle;
}

/// How far a text that is the rest of a row may begin from the border: a blank, with the space around letters.
std::int32_t widest_blank(std::int32_t height) {
  return height * 9 / 10;
}

/// What the rows around a text say about where the list begins.
struct Rows {
  int agree = 0;
  bool differ = false;
  bool cut = false;  ///< one begins with a part of a letter
};

bool is_in_row_of(const TextLine& text, const TextLine& line) {
  return line.place.y < bottom(text.place) && text.place.y < bottom(line.place);
}

/// Compares the lines of one background with the text, which begins `to_left` from the border.
void compare(const Picture& picture, const Ground& ground, const std::vector<TextLine>& lines, const TextLine& text,
             std::int32_t border, std::int32_t height, Rows& rows) {
  constexpr std::int32_t least_height = 5, same_border = 2;
  for (const TextLine& line : lines) {
    if (is_in_row_of(text, line) || line.place.height < least_height || 2 * line.place.height < text.place.height) {
      continue;
    }
    const auto its_border = border_beside(picture, ground, line.place, height, widest_blank(height), -1);
    if (!its_border || std::abs(*its_border - border) > same_border) continue;
    const bool touches = line.place.x - *its_border <= 1 && touches_much(picture, ground, line);
    const bool cut = touches || has_ink_between(picture, ground, *its_border, line.place);
    const bool agrees = !cut && std::abs(line.place.x - text.place.x) <= spread(height);
    rows.agree += agrees ? 1 : 0;
    rows.differ = rows.differ || !agrees;
    rows.cut = rows.cut || cut;
  }
}

/// The rows of a list may have backgrounds of their own (the chosen one, every other one): looks at those above or
/// below this background.
void compare_beyond(const Picture& picture, const Ground& ground, const TextLine& text, std::int32_t border,
                    std::int32_t height, std::int32_t step, Rows& rows) {
  constexpr int most_rows = 3, most_probes = 8;
  constexpr std::int32_t probe = 4;
  Rect last = ground.box;
  std::int32_t y = step < 0 ? last.y - probe : bottom(last) + probe;
  const std::int32_t x = last.x + last.width * 7 / 8;
  int found = 0;
  for (int i = 0; i < most_probes && found < most_rows && picture.area().contains({x, y}); ++i) {
    const Ground next = find_ground(picture, {x, y});
    const bool beyond = next.found && (step < 0 ? next.box.y < last.y : bottom(next.box) > bottom(last));
    if (!beyond || std::abs(next.box.x - ground.box.x) > height) {
      y += step * probe;
      continue;
    }
    compare(picture, next, find_lines(find_marks(picture, next), next, {x, y}), text, border, height, rows);
    last = next.box;
    y = step < 0 ? last.y - probe : bottom(last) + probe;
    ++found;
  }
}

/// A list whose border has the colour of its rows: the rows close above and below begin at one place, unless they are
/// scrolled, or stand below each other by their middles or ends.
Rows compare_close(const std::vector<TextLine>& lines, const TextLine& text, std::int32_t height) {
  constexpr std::int32_t same_middle = 3, same_end = 2;
  const auto middle = [](const Rect& place) { return place.x + place.width / 2; };
  Rows rows;
  for (const TextLine& line : lines) {
    const bool close = std::abs(bottom(line.place) - bottom(text.place)) <= 2 * height;
    if (!close || is_in_row_of(text, line) || 2 * line.place.height < text.place.height) continue;
    const std::int32_t apart = std::abs(line.place.x - text.place.x);
    const bool other_way = std::abs(middle(line.place) - middle(text.place)) <= same_middle ||
                           std::abs(right(line.place) - right(text.place)) <= same_end;
    if (apart <= spread(height)) {
      ++rows.agree;
    } else if (apart <= widest_blank(height) && !other_way) {
      rows.differ = true;
    }
  }
  return rows;
}

/// Of a text that begins further than a blank from any border that can be seen.
Beginning without_border(const Picture& picture, const Ground& ground, const TextLine& text,
                         const std::vector<TextLine>& lines, std::int32_t height) {
  constexpr std::int32_t indented = 3;  // in heights
  if (const auto border = border_beside(picture, ground, text.place, height, indented * height, -1)) {
    Rows rows;
    compare(picture, ground, lines, text, *border, height, rows);
    return rows.cut ? Beginning::cut : Beginning::free;
  }
  const Rows rows = compare_close(lines, text, height);
  if (rows.differ) return Beginning::cut;
  return rows.agree > 0 && touches_much(picture, ground, text) ? Beginning::early : Beginning::free;
}

}  // namespace

Beginning beginning_of(const Picture& picture, const Ground& ground, const TextLine& text,
                       const std::vector<TextLine>& lines) {
  constexpr int least_rows = 2;
  const std::int32_t height = letter_height(text, lines);
  const auto border = border_beside(picture, ground, text.place, height, widest_blank(height), -1);
  if (!border) return without_border(picture, ground, text, lines, height);
  const std::int32_t to_left = text.place.x - *border - 1;
  if (is_in_middle(picture, ground, text.place, height, to_left)) return Beginning::free;
  if (has_ink_between(picture, ground, *border, text.place)) return Beginning::cut;
  if (to_left == 0 && touches_much(picture, ground, text)) return Beginning::cut;
  Rows rows;
  compare(picture, ground, lines, text, *border, height, rows);
  for (const std::int32_t step : {-1, 1}) compare_beyond(picture, ground, text, *border, height, step, rows);
  return rows.differ || rows.agree < least_rows ? Beginning::cut : Beginning::early;
}

bool ends_at_border(const Picture& picture, const Ground& ground, const TextLine& text,
                    const std::vector<TextLine>& lines) {
  const std::int32_t narrow = std::max(2, text.place.height / 5);  // as between letters
  return border_beside(picture, ground, text.place, letter_height(text, lines), narrow - 1, 1).has_value();
}

bool begin_at_border(const Picture& picture, const Ground& ground, const std::vector<TextLine>& lines) {
  return !lines.empty() && std::all_of(lines.begin(), lines.end(), [&](const TextLine& line) {
    const std::int32_t height = letter_height(line, lines);
    const auto border = border_beside(picture, ground, line.place, height, widest_blank(height), -1);
    return border && !is_in_middle(picture, ground, line.place, height, line.place.x - *border - 1);
  });
}

}  // namespace interlock::sight
