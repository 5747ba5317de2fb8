#include "sight/find_label.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "sight/scroll_bar.h"
#include "sight/underline.h"

namespace interlock::sight {

namespace {

constexpr std::size_t most_lines = 4;

bool is_text(const TextLine& line) {
  constexpr std::int32_t least_height = 5, least_width = 4, least_single = 3;
  return line.place.height >= least_height && line.place.width >= least_width &&
         !(line.marks.size() == 1 && line.place.width < least_single);
}

double away(const Rect& place, Point at) {
  const double x = std::max({place.x - at.x, 0, at.x - right(place)});
  const double y = std::max({place.y - at.y, 0, at.y - bottom(place)});
  return std::hypot(x, 2 * y);
}

/// From top to bottom, and from left to right in one row.
bool reads_before(const TextLine& one, const TextLine& other) {
  const std::int32_t shared = std::min(bottom(one.place), bottom(other.place)) - std::max(one.place.y, other.place.y);
  const bool one_row = shared > 0.4 * std::min(one.place.height, other.place.height);
  return one_row ? one.place.x < other.place.x : one.place.y < other.place.y;
}

/// Whether the text may go on beyond the picture: the rest of it would begin after at most a blank.
bool reaches_edge(const TextLine& line, const Picture& picture) {
  const std::int32_t blank = std::max(3, line.place.height / 2);
  return line.edge || line.place.x < blank || right(line.place) > picture.width - blank || line.place.y < 1 ||
         bottom(line.place) > picture.height - 1;
}

/// Whether a mark stands in the row of the line, no further than a blank from it, without being a part of it: a letter
/// that an underline or a border swallowed, or a square between its letters. Rules, icons, which are higher, and check
/// boxes at its ends are left off on purpose.
bool leaves_out(const TextLine& line, const std::vector<Mark>& marks) {
  constexpr std::int32_t least_height = 5;
  constexpr int faint = 24;
  const auto is_part = [&](const Mark& mark) {
    return std::any_of(line.marks.begin(), line.marks.end(), [&](const Mark& own) { return own.place == mark.place; });
  };
  return std::any_of(marks.begin(), marks.end(), [&](const Mark& mark) {
    const Rect& place = mark.place;
    const bool at_end = place.x < line.place.x || right(place) > right(line.place);
    if ((mark.box && at_end) || mark.contrast < faint || place.height < least_height) return false;
    const std::int32_t shared = std::min(bottom(place), bottom(line.place)) - std::max(place.y, line.place.y);
    const std::int32_t gap = std::max(place.x, line.place.x) - std::min(right(place), right(line.place));
    const bool icon = place.height >= 1.2 * line.place.height && gap > 0;
    return shared >= 0.5 * std::min(place.height, line.place.height) && gap <= 0.5 * line.place.height && !icon &&
           !is_part(mark);
  });
}

/// Whether letters of it are one mark with their underline. Strokes of Chinese characters that look the same end in the
/// upper half of the line.
bool is_on_underline(const TextLine& line) {
  const double middle = line.place.y + line.place.height / 2.0;
  return std::any_of(line.marks.begin(), line.marks.end(),
                     [&](const Mark& mark) { return mark.underlined && bottom(mark.place) > middle; });
}

FoundLabel made(FoundLabel::How how, std::vector<TextLine> lines, const Ground& ground) {
  FoundLabel found{how, std::move(lines), ground.colour, {}, ground.box, false, false, false, {}, -1, {}};
  found.control = found.lines.front().place;
  for (const TextLine& line : found.lines) found.control = united(found.control, line.place);
  if (how == FoundLabel::How::control) found.control = ground.box;
  return found;
}

Rect text_of(const FoundLabel& found) {
  Rect text = found.lines.front().place;
  for (const TextLine& line : found.lines) text = united(text, line.place);
  return text;
}

/// An icon beside a text: its marks overlap, it is about as wide as high, and higher than the text.
void leave_out_icons(std::vector<TextLine>& lines) {
  const auto is_one = [](const TextLine& line) {
    std::int32_t end = right(line.marks.front().place);
    for (const Mark& mark : line.marks) {
      if (mark.place.x > end) return false;
      end = std::max(end, right(mark.place));
    }
    return true;
  };
  std::int32_t letters = 0;  // the height of the highest text
  for (const TextLine& line : lines) {
    if (!is_one(line)) letters = std::max(letters, line.place.height);
  }
  if (letters == 0) return;
  std::erase_if(lines, [&](const TextLine& line) {
    const double shape = static_cast<double>(line.place.width) / line.place.height;
    return is_one(line) && shape >= 0.6 && shape <= 1.7 && line.place.height >= 1.2 * letters;
  });
}

std::optional<FoundLabel> in_control(std::vector<TextLine> lines, const Ground& ground) {
  std::erase_if(lines, [](const TextLine& line) { return !is_text(line); });
  leave_out_icons(lines);
  if (lines.empty()) return std::nullopt;
  // An insertion sort: "before" is no strict weak order for lines that overlap in part.
  for (std::size_t i = 1; i < lines.size(); ++i) {
    for (std::size_t k = i; k > 0 && reads_before(lines[k], lines[k - 1]); --k) std::swap(lines[k], lines[k - 1]);
  }
  const bool too_many = lines.size() > most_lines;
  if (too_many) lines.resize(most_lines);
  FoundLabel found = made(FoundLabel::How::control, std::move(lines), ground);
  found.cut = found.cut || too_many;
  return found;
}

/// How far the middle of a text is above or below the point.
double off_row(const TextLine& line, Point at) {
  return std::abs(line.place.y + line.place.height / 2.0 - at.y);
}

bool is_beside(const TextLine& line, Point at) {
  return at.y >= line.place.y && at.y < bottom(line.place);
}

/// The text in the row of the point: the nearest that ends to its left, or else one that begins a little to its right.
std::optional<FoundLabel> in_row(const std::vector<TextLine>& lines, const Ground& ground, Point at) {
  constexpr std::int32_t least_width = 6, most_right = 60;
  const TextLine* before = nullptr;
  const TextLine* after = nullptr;
  const bool any_beside =
      std::any_of(lines.begin(), lines.end(), [&](const auto& line) { return is_beside(line, at); });
  for (const TextLine& line : lines) {
    if (!is_text(line) || line.place.width < least_width || (any_beside && !is_beside(line, at))) continue;
    if (off_row(line, at) > std::max(9.0, 0.95 * line.place.height)) continue;
    if (right(line.place) <= at.x) {
      if (before == nullptr || right(line.place) > right(before->place)) before = &line;
    } else if (line.place.x > at.x) {
      if (after == nullptr || line.place.x < after->place.x) after = &line;
    }
  }
  if (before != nullptr) return made(FoundLabel::How::row, {*before}, ground);
  if (after != nullptr && after->place.x - at.x <= most_right) return made(FoundLabel::How::row, {*after}, ground);
  return std::nullopt;
}

/// Texts below each other begin at one place if they differ by at most so many pixels.
constexpr std::int32_t aligned = 3;

bool begin_together(const TextLine& one, const TextLine& other) {
  return std::abs(one.place.x - other.place.x) <= aligned;
}

/// Of texts that begin below each other, the one in the row of the point: the next row may be nearer than the end of
/// the own one. It is cut if the point is between two rows.
std::optional<FoundLabel> in_list(const std::vector<TextLine>& lines, const TextLine& nearest, const Ground& ground,
                                  Point at) {
  const TextLine* own = nullptr;
  const TextLine* next = nullptr;
  for (const TextLine& line : lines) {
    if (!is_text(line) || !begin_together(line, nearest)) continue;
    if (own == nullptr || off_row(line, at) < off_row(*own, at)) {
      next = std::exchange(own, &line);
    } else if (next == nullptr || off_row(line, at) < off_row(*next, at)) {
      next = &line;
    }
  }
  if (own == nullptr || next == nullptr || off_row(*own, at) > std::max(9.0, 0.95 * own->place.height)) {
    return std::nullopt;
  }
  FoundLabel found = made(FoundLabel::How::line, {*own}, ground);
  found.cut = !is_beside(*own, at) && off_row(*next, at) - off_row(*own, at) < 0.3 * own->place.height;
  return found;
}

std::optional<FoundLabel> on_open_ground(const std::vector<TextLine>& lines, const Ground& ground, Point at) {
  const TextLine* nearest = nullptr;
  for (const TextLine& line : lines) {
    if (is_text(line) && (nearest == nullptr || away(line.place, at) < away(nearest->place, at))) nearest = &line;
  }
  auto row = in_row(lines, ground, at);
  if (nearest == nullptr || away(nearest->place, at) > std::max(14.0, 1.6 * nearest->place.height)) return row;
  if (auto entry = in_list(lines, *nearest, ground, at)) return entry;
  FoundLabel found = made(FoundLabel::How::line, {*nearest}, ground);
  const bool in_own_leading = off_row(*nearest, at) <= 0.9 * nearest->place.height;
  found.cut = row && !in_own_leading && is_beside(row->lines.front(), at);  // either may be meant
  return found;
}

/// Lines below each other that begin at one place are the entries of a list, and so are lines close to the left border:
/// no button has its text there.
bool is_list(const Picture& picture, const std::vector<TextLine>& lines, const Ground& ground) {
  constexpr std::size_t least = 3;
  std::vector<TextLine> texts;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(texts), is_text);
  if (texts.size() > 1 && begin_at_border(picture, ground, texts)) return true;
  if (lines.size() < least) return false;
  const auto at_border = [&](const TextLine& line) { return line.place.x - ground.box.x <= aligned; };
  if (std::count_if(lines.begin(), lines.end(), at_border) > 1) return true;
  const auto [first, last] = std::minmax_element(
      lines.begin(), lines.end(), [](const TextLine& a, const TextLine& b) { return a.place.x < b.place.x; });
  return last->place.x - first->place.x <= aligned;
}

/// Whether a mark matters to the label: any of a control, and of a list those of its row.
bool concerns(const Mark& mark, const FoundLabel& found) {
  if (found.how == FoundLabel::How::control) return true;
  return std::any_of(found.lines.begin(), found.lines.end(), [&](const TextLine& line) {
    return mark.place.y < bottom(line.place) && line.place.y < bottom(mark.place);
  });
}

/// Whether all of a letter is there although it touches the left border. `height`: of the letter's line.
bool touches_lightly(const Picture& picture, const Ground& ground, const Mark& mark, std::int32_t height) {
  const Rect& place = mark.place;
  if (place.y <= ground.box.y || bottom(place) >= bottom(ground.box) || right(place) >= right(ground.box)) return false;
  return !is_cut_at(picture, ground, place, mark.contrast, height);
}

/// A focus ring: a thin line around the text of a button, near to it on both sides, in the middle of the button's own
/// background. (A field has a background of its own, and its text may be scrolled.)
bool is_focus_ring(const Picture& picture, const Ground& ground, const Rect& text) {
  constexpr std::int32_t tight = 3, thick = 2, off_middle = 6;
  const Rect& box = ground.box;
  if (text.x - box.x > tight || right(box) - right(text) > tight) return false;
  const Point beside{box.x - thick - 1, box.y + box.height / 2};
  if (!picture.area().contains(beside)) return false;
  const Ground button = find_ground(picture, beside);
  const Rect& all = button.box;
  if (!button.found || !button.closed || all.width > widest_control || all.height > highest_control) return false;
  const std::int32_t left = box.x - all.x, more_right = right(all) - right(box) - left;
  const std::int32_t above = box.y - all.y, more_below = bottom(all) - bottom(box) - above;
  if (left <= thick || above <= thick || std::abs(more_right) > off_middle || std::abs(more_below) > off_middle) {
    return false;
  }
  std::int32_t same = 0, rows = 0;
  for (std::int32_t y = box.y; y < bottom(box); ++y) {
    if (!ground.has(picture, box.x, y)) continue;  // a letter
    ++rows;
    const auto outside = colour_of(picture.at(beside.x, y));
    same += distance(colour_of(picture.at(box.x, y)), outside) <= ground_tolerance ? 1 : 0;
  }
  return rows > 0 && same * 10 >= rows * 9;
}

/// A closed box: a text goes on behind a border that it touches.
void judge_touching(const Picture& picture, const Ground& ground, const std::vector<Mark>& marks, FoundLabel& found) {
  bool touched = false;
  std::int32_t height = 0;
  for (const TextLine& line : found.lines) height = std::max(height, line.place.height);
  for (const Mark& mark : marks) {
    if (!touches_border(mark, ground) || !concerns(mark, found)) continue;
    touched = touched || !touches_lightly(picture, ground, mark, height);
  }
  const bool ring = found.how == FoundLabel::How::control && is_focus_ring(picture, ground, text_of(found));
  found.cut = found.cut || (touched && !ring);
}

/// Whether a whole check box stands right before the text, with nothing but background between: where it is shown,
/// the beginning of its text is.
bool stands_behind_check_box(const Picture& picture, const Ground& ground, const std::vector<Mark>& marks,
                             const TextLine& text) {
  constexpr double smallest = 0.6, largest = 2.6;  // in heights of the text, which may be of small letters alone
  constexpr std::int32_t skew = 2;
  const Rect& place = text.place;
  if (text.marks.front().box) return true;
  return std::any_of(marks.begin(), marks.end(), [&](const Mark& mark) {
    const Rect& box = mark.place;
    const std::int32_t beside = std::min(bottom(box), bottom(place)) - std::max(box.y, place.y);
    if (!mark.box || mark.edge || right(box) > place.x) return false;
    if (beside < 0.7 * std::min(box.height, place.height)) return false;
    if (std::abs(box.width - box.height) > skew || place.x - right(box) > place.height) return false;
    if (box.height < smallest * place.height || box.height > largest * place.height) return false;
    for (std::int32_t x = right(box); x < place.x; ++x) {
      for (std::int32_t y = std::min(box.y, place.y); y < std::max(bottom(box), bottom(place)); ++y) {
        if (!ground.has(picture, x, y)) return false;
      }
    }
    return true;
  });
}

/// Whether the text begins and ends before the borders to its left and right, as far as the picture tells.
void judge_ends(const Picture& picture, const Ground& ground, const std::vector<Mark>& marks,
                const std::vector<TextLine>& lines, FoundLabel& found) {
  TextLine text = found.lines.front();
  text.place = text_of(found);
  const bool ring = found.how == FoundLabel::How::control && is_focus_ring(picture, ground, text.place);
  const bool begins = ring || stands_behind_check_box(picture, ground, marks, text);
  ListPlace place = begins ? ListPlace{} : beginning_of(picture, ground, text, lines);
  switch (place.beginning) {
    case Beginning::free:
      break;
    case Beginning::early:
      found.at_border = true;
      found.rows = std::move(place.rows);
      found.border = place.border;
      break;
    case Beginning::cut:
      found.cut = true;
      break;
  }
  const bool row = found.how != FoundLabel::How::control || found.at_border;
  found.cut = found.cut || (row && ends_at_border(picture, ground, text, lines));
}

/// Adds the texts of its row that may belong to it, with their own neighbours. It is cut if these are too many.
void add_neighbours(const std::vector<TextLine>& lines, FoundLabel& found) {
  constexpr std::size_t most_parts = 4;
  std::vector<const TextLine*> rest;
  for (const TextLine& line : lines) {
    if (is_text(line) && line.place != found.lines.front().place) rest.push_back(&line);
  }
  for (std::size_t i = 0; i < found.lines.size() && found.lines.size() <= most_parts; ++i) {
    std::erase_if(rest, [&](const TextLine* other) {
      const bool goes_on = may_go_on(found.lines[i], *other);
      if (goes_on) found.lines.push_back(*other);
      return goes_on;
    });
  }
  if (found.lines.size() == 1) return;
  found.apart = true;
  found.cut = found.cut || found.lines.size() > most_parts;
  found.lines.resize(std::min(found.lines.size(), most_parts));
  std::sort(found.lines.begin(), found.lines.end(),
            [](const TextLine& a, const TextLine& b) { return a.place.x < b.place.x; });
  for (const TextLine& line : found.lines) found.control = united(found.control, line.place);
}

struct Looked {
  Ground ground;
  std::optional<FoundLabel> found;
};

Looked look(const Picture& picture, Point at) {
  Looked looked{find_ground(picture, at), std::nullopt};
  const Ground& ground = looked.ground;
  if (!ground.found) return looked;
  const auto underlines = find_underlines(picture, ground);
  std::vector<Mark> marks = underlines.empty()
                                ? find_marks(picture, ground)
                                : find_marks(without_underlines(picture, underlines, ground.colour), ground);
  for (const Rect& line : underlines) marks.push_back({.place = line});
  auto lines = find_lines(marks, ground, at);
  const bool control = ground.closed && ground.box.height <= highest_control && ground.box.width <= widest_control &&
                       !is_list(picture, lines, ground);
  looked.found = control ? in_control(lines, ground) : on_open_ground(lines, ground, at);
  if (!looked.found) return looked;
  if (!control) add_neighbours(lines, *looked.found);
  const auto& text = looked.found->lines;
  if (ground.closed) judge_touching(picture, ground, marks, *looked.found);
  judge_ends(picture, ground, marks, lines, *looked.found);
  const bool ends = !ground.closed && std::any_of(text.begin(), text.end(),
                                                  [&](const TextLine& line) { return reaches_edge(line, picture); });
  const bool parted = std::any_of(text.begin(), text.end(), [&](const TextLine& line) {
    return line.parted || leaves_out(line, marks) || is_on_underline(line);
  });
  looked.found->cut = looked.found->cut || ends || parted;
  std::copy_if(underlines.begin(), underlines.end(), std::back_inserter(looked.found->underlines),
               [&](const Rect& under) {
                 return std::any_of(text.begin(), text.end(), [&](const auto& line) {
                   return under.x < right(line.place) && line.place.x < right(under) &&
                          std::abs(under.y - bottom(line.place)) <= line.place.height;
                 });
               });
  return looked;
}

/// The upper part of a picture.
Picture above(const Picture& picture, std::int32_t height) {
  if (height >= picture.height) return picture;
  const auto size = static_cast<std::ptrdiff_t>(picture.width) * height;
  return {picture.width, height, {picture.pixels.begin(), picture.pixels.begin() + size}};
}

/// A check box or radio button: its label stands to its right.
std::optional<FoundLabel> beside_box(const Picture& picture, const Rect& box) {
  constexpr std::int32_t most_away = 26;
  const std::int32_t middle = box.y + box.height / 2;
  for (const std::int32_t step : {5, 9, 14}) {
    const Point beside{right(box) + step, middle};
    if (!picture.area().contains(beside)) return std::nullopt;
    auto found = look(picture, beside).found;
    if (!found) continue;
    const Rect& place = found->lines.front().place;
    const double line = place.y + place.height / 2.0;
    const bool near = place.x >= right(box) - 1 && place.x - right(box) <= most_away;
    if (!near || std::abs(line - middle) > place.height * 0.7) continue;
    found->how = FoundLabel::How::beside;
    return found;
  }
  return std::nullopt;
}

}  // namespace

bool leave_out_check_boxes(FoundLabel& found) {
  std::vector<TextLine> lines = found.lines;
  for (TextLine& line : lines) {
    if (!line.boxes) continue;
    auto rest = without_check_box(line);
    if (!rest) return false;
    line = std::move(*rest);
  }
  found.lines = std::move(lines);
  if (found.how != FoundLabel::How::control) found.control = text_of(found);
  return true;
}

std::optional<FoundLabel> find_label(const Picture& whole, Point at) {
  constexpr std::int32_t check_box = 30;
  constexpr int plain = 40;  // percent
  if (!whole.area().contains(at)) return std::nullopt;
  const Picture picture = above(whole, at.y + label_reach_y);
  Looked looked = look(picture, at);
  if (looked.found) {
    FoundLabel& found = *looked.found;
    found.cut = found.cut ||
                (found.at_border && is_scrolled_sideways(whole, text_of(found), found.border, right(found.inside)));
    return std::move(looked.found);
  }
  const Ground& ground = looked.ground;
  const bool small = ground.found && ground.closed && ground.box.width <= check_box && ground.box.height <= check_box;
  return small && ground.flatness >= plain ? beside_box(picture, ground.box) : std::nullopt;
}

}  // namespace interlock::sight
