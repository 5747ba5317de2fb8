#include "sight/list_border.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

namespace interlock::sight {

namespace {

/// A line that is the frame of a control, perhaps with its text, or has a part of one at the edge of the picture: one
/// of its marks is as wide as the whole line, and higher than any letter beside the text.
bool has_frame(const TextLine& line, const TextLine& text) {
  if (line.edge && line.marks.size() == 1) return true;
  if (5 * line.place.height <= 8 * text.place.height) return false;
  return std::any_of(line.marks.begin(), line.marks.end(), [&](const Mark& mark) {
    return mark.place.width == line.place.width && mark.place.height == line.place.height;
  });
}

/// The height of a letter with its parts above and below, as the highest line of the same size of letters has it: a
/// text without such letters is lower, and the blanks before it are not narrower.
std::int32_t letter_height(const TextLine& text, const std::vector<TextLine>& lines) {
  std::int32_t highest = text.place.height;
  for (const TextLine& line : lines) {
    if (!has_frame(line, text) && line.place.height <= 2 * text.place.height)
      highest = std::max(highest, line.place.height);
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

bool touches_much(const Picture& picture, const Ground& ground, const TextLine& text) {
  return is_cut_at(picture, ground, text.place, text.contrast, text.place.height);
}

/// Whether a part of a letter is left at the border, in the row of the text.
bool has_ink_at(const Picture& picture, const Ground& ground, std::int32_t border, const Rect& text) {
  for (std::int32_t y = text.y; y < bottom(text); ++y) {
    if (border + 1 < right(ground.box) && !ground.has(picture, border + 1, y)) return true;
  }
  return false;
}

/// Rows begin at one place if they differ by no more than letters of one size do.
std::int32_t spread(std::int32_t height) {
  return std::max(2, height / 6);
}

bool is_in_middle(const Picture& picture, const Ground& ground, const Rect& text, std::int32_t height,
                  std::int32_t to_left) {
  constexpr std::int32_t off_middle = 3;
  if (to_left == 0) return false;  // a text that fills its box from border to border may go on behind both
  const auto other = border_beside(picture, ground, text, height, to_left + off_middle, 1);
  return other && std::abs((*other - right(text)) - to_left) <= off_middle;
}

/// How far a text that is the rest of a row may begin from the border: a blank, with the space around letters.
std::int32_t widest_blank(std::int32_t height) {
  return height * 9 / 10;
}

/// The same where all letters are of one width, and so is the blank.
std::int32_t widest_blank_of_one_width(std::int32_t height) {
  return height * 17 / 10;
}

/// What the rows around a text say about where the list begins.
struct Rows {
  std::vector<ListRow> agree;  ///< begin where the text does
  bool differ = false;
  bool cut = false;      ///< one begins with a part of a letter
  bool earlier = false;  ///< one begins further left than the text, and is not aligned with it in another way
};

bool is_in_row_of(const TextLine& text, const TextLine& line) {
  return line.place.y < bottom(text.place) && text.place.y < bottom(line.place);
}

/// Whether texts stand below each other by their middles or ends.
bool is_aligned(const TextLine& one, const TextLine& other) {
  constexpr std::int32_t same_middle = 3, same_end = 2;
  const auto middle = [](const Rect& place) { return place.x + place.width / 2; };
  return std::abs(middle(one.place) - middle(other.place)) <= same_middle ||
         std::abs(right(one.place) - right(other.place)) <= same_end;
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
    if (agrees) rows.agree.push_back({line, ground.colour, ground.box});
    rows.differ = rows.differ || !agrees;
    rows.cut = rows.cut || cut;
    rows.earlier = rows.earlier || (line.place.x < text.place.x - spread(height) && !is_aligned(line, text));
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
Rows compare_close(const std::vector<TextLine>& lines, const Ground& ground, const TextLine& text,
                   std::int32_t height) {
  Rows rows;
  for (const TextLine& line : lines) {
    const bool close = std::abs(bottom(line.place) - bottom(text.place)) <= 2 * height;
    if (!close || is_in_row_of(text, line) || 2 * line.place.height < text.place.height) continue;
    const std::int32_t apart = std::abs(line.place.x - text.place.x);
    if (apart <= spread(height)) {
      rows.agree.push_back({line, ground.colour, ground.box});
    } else if (apart <= widest_blank(height) && !is_aligned(line, text)) {
      rows.differ = true;
    }
  }
  return rows;
}

/// The nearest first, as far as they are needed.
std::vector<ListRow> nearest(std::vector<ListRow> rows, const TextLine& text) {
  constexpr std::size_t most = 3;
  const auto away = [&](const ListRow& row) { return std::abs(row.line.place.y - text.place.y); };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const ListRow& one, const ListRow& other) { return away(one) < away(other); });
  rows.resize(std::min(rows.size(), most));
  return rows;
}

/// Of a text that begins further than a blank from any border that can be seen. Where letters are of one width, the
/// blank between the words of a scrolled row is wider than that.
ListPlace without_border(const Picture& picture, const Ground& ground, const TextLine& text,
                         const std::vector<TextLine>& lines, std::int32_t height) {
  constexpr std::int32_t indented = 3;  // in heights
  if (const auto border = border_beside(picture, ground, text.place, height, indented * height, -1)) {
    Rows rows;
    compare(picture, ground, lines, text, *border, height, rows);
    const bool behind_blank = text.place.x - *border - 1 <= widest_blank_of_one_width(height);
    const bool cut = rows.cut || (behind_blank && rows.earlier) || has_ink_at(picture, ground, *border, text.place);
    return {cut ? Beginning::cut : Beginning::free, {}};
  }
  Rows rows = compare_close(lines, ground, text, height);
  if (rows.differ) return {Beginning::cut, {}};
  const bool early = !rows.agree.empty() && touches_much(picture, ground, text);
  return {early ? Beginning::early : Beginning::free,
          early ? nearest(std::move(rows.agree), text) : std::vector<ListRow>()};
}

}  // namespace

bool is_cut_at(const Picture& picture, const Ground& ground, const Rect& letter, int contrast, std::int32_t height) {
  const double strong = 0.6 * contrast, faint = 0.3 * contrast;
  std::int32_t count = 0, places = 0;
  bool last = false;
  for (std::int32_t y = letter.y; y < bottom(letter); ++y) {
    const int ink = distance(colour_of(picture.at(letter.x, y)), ground.colour);
    count += ink > strong ? 1 : 0;
    places += ink > faint && !last ? 1 : 0;
    last = ink > faint;
  }
  return places > 1 || count > std::max(1, height / 6);
}

ListPlace beginning_of(const Picture& picture, const Ground& ground, const TextLine& text,
                       const std::vector<TextLine>& lines) {
  constexpr std::size_t least_rows = 2;
  const std::int32_t height = letter_height(text, lines);
  const auto border = border_beside(picture, ground, text.place, height, widest_blank(height), -1);
  if (!border) return without_border(picture, ground, text, lines, height);
  const std::int32_t to_left = text.place.x - *border - 1;
  if (is_in_middle(picture, ground, text.place, height, to_left)) return {};
  if (has_ink_between(picture, ground, *border, text.place)) return {Beginning::cut, {}};
  if (to_left == 0 && touches_much(picture, ground, text)) return {Beginning::cut, {}};
  Rows rows;
  compare(picture, ground, lines, text, *border, height, rows);
  for (const std::int32_t step : {-1, 1}) compare_beyond(picture, ground, text, *border, height, step, rows);
  if (rows.differ || rows.agree.size() < least_rows) return {Beginning::cut, {}};
  return {Beginning::early, nearest(std::move(rows.agree), text), *border};
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
