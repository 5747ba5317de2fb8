#include "sight/lines.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace interlock::sight {

namespace {

/// Letters stand closer than this many of their heights; words of other controls stand further away.
constexpr double widest_gap = 0.95;
/// Marks that are lower than this part of a letter are dots, accents and hyphens.
constexpr double small_part = 0.55;
/// A line is at most so many times as high as its letters.
constexpr double tallest = 2.4;
/// Colours of one ink may differ so much by antialiasing.
constexpr int ink_tolerance = 110;

/// The marks of a background, told apart by their shape.
struct Sorted {
  std::vector<Mark> letters;  ///< from left to right
  std::vector<Mark> rules;    ///< underlines and separators
  std::vector<Mark> boxes;    ///< small squares
  double typical = 10;        ///< height of a letter
};

bool is_rule(const Mark& mark) {
  constexpr std::int32_t highest = 3, shortest = 9, shape = 4;
  return mark.place.height <= highest && mark.place.width >= shortest && mark.place.width >= shape * mark.place.height;
}

bool is_letter_like(const Mark& mark, const Ground& ground) {
  constexpr int faint = 24, faint_pixels = 400;
  constexpr std::int32_t widest = 420, highest = 72, wide = 216, tall = 40, thin = 3, edge_width = 120,
                         edge_height = 48;
  const Rect& place = mark.place;
  if (mark.contrast < faint && mark.pixels < faint_pixels) return false;
  if (mark.box || (mark.edge && ground.closed && !touches_border(mark, ground))) return false;
  if (mark.edge && (place.width > edge_width || place.height > edge_height)) return false;
  if (place.height > highest || place.width > widest || (place.width > wide && place.height > tall)) return false;
  return place.height <= tall || place.width > thin;
}

Sorted sorted(const std::vector<Mark>& marks, const Ground& ground) {
  constexpr std::int32_t least_height = 5;
  Sorted all;
  for (const Mark& mark : marks) {
    if (is_rule(mark)) {
      if (!mark.edge || !ground.closed) all.rules.push_back(mark);
    } else if (is_letter_like(mark, ground)) {
      all.letters.push_back(mark);
    } else if (mark.box && !mark.edge && !mark.filled) {
      all.boxes.push_back(mark);
    }
  }
  std::stable_sort(all.letters.begin(), all.letters.end(),
                   [](const Mark& a, const Mark& b) { return a.place.x < b.place.x; });
  std::vector<std::int32_t> heights;
  for (const Mark& mark : all.letters) {
    if (mark.place.height >= least_height) heights.push_back(mark.place.height);
  }
  if (heights.empty()) return all;
  const auto middle = heights.begin() + static_cast<std::ptrdiff_t>(heights.size() * 6 / 10);
  std::nth_element(heights.begin(), middle, heights.end());
  all.typical = std::clamp(*middle, 6, 44);
  return all;
}

std::int32_t overlap_down(const Rect& one, const Rect& other) {
  return std::min(bottom(one), bottom(other)) - std::max(one.y, other.y);
}
std::int32_t gap_across(const Rect& one, const Rect& other) {
  return std::max(one.x, other.x) - std::min(right(one), right(other));
}
double middle_of(const Rect& rect) {
  return rect.y + rect.height / 2.0;
}

void add_to(TextLine& line, const Mark& mark) {
  line.place = line.marks.empty() ? mark.place : united(line.place, mark.place);
  for (std::size_t i = 0; i < 3; ++i) line.ink[i] += mark.ink[i];
  if (mark.contrast > line.contrast) {
    line.contrast = mark.contrast;
    line.darkest = mark.darkest;
  }
  line.height = std::max(line.height, mark.place.height);
  line.edge = line.edge || mark.edge;
  line.marks.push_back(mark);
}

/// How far a mark is from the end of a line; nothing if it does not belong to it.
std::optional<double> fits(const TextLine& line, const Mark& mark, double typical) {
  const Rect& place = mark.place;
  const double middle = middle_of(place);
  const bool is_small = place.height <= typical * small_part;
  const bool in_row = is_small
                          ? middle >= line.place.y - 0.45 * typical && middle <= bottom(line.place) + 0.35 * typical
                          : overlap_down(line.place, place) >= 0.5 * std::min(line.place.height, place.height);
  if (!in_row) return std::nullopt;
  const double letter = std::max(typical, std::min<double>(line.height == 0 ? typical : line.height, 2 * typical));
  const double gap = place.x - right(line.place);
  if (gap > widest_gap * letter || gap < -2 * letter - line.place.width) return std::nullopt;
  constexpr int few_pixels = 6;
  const bool other_ink = distance(line.darkest, mark.darkest) > ink_tolerance || differs(line.ink, mark.ink);
  if (other_ink && mark.pixels > few_pixels && !is_small) return std::nullopt;
  if (united(line.place, place).height > tallest * std::max<double>(typical, line.height)) return std::nullopt;
  return std::max(0.0, gap) + std::abs(middle - middle_of(line.place)) * 0.5;
}

std::vector<TextLine> joined(const Sorted& all) {
  std::vector<TextLine> lines;
  for (const Mark& mark : all.letters) {
    TextLine* best = nullptr;
    double nearest = 0;
    for (TextLine& line : lines) {
      const auto away = fits(line, mark, all.typical);
      if (!away || (best != nullptr && *away >= nearest)) continue;
      best = &line;
      nearest = *away;
    }
    if (best == nullptr) best = &lines.emplace_back();
    add_to(*best, mark);
  }
  return lines;
}

/// A bar at half height is a letter (a dash, the long vowel of katakana) and no underline.
void take_bars(std::vector<TextLine>& lines, Sorted& all) {
  const auto takes = [&](TextLine& line, const Mark& bar) {
    if (line.place.height < 0.6 * all.typical) return false;
    const double at = (middle_of(bar.place) - line.place.y) / line.place.height;
    const double letter = std::max<double>(all.typical, line.height);
    return at > 0.2 && at < 0.78 && gap_across(line.place, bar.place) <= widest_gap * letter &&
           !differs(line.ink, bar.ink);
  };
  bool again = true;
  while (again) {
    again = false;
    for (std::size_t i = 0; i < all.rules.size() && !again; ++i) {
      const Mark bar = all.rules[i];
      if (bar.place.width > 1.6 * all.typical + 4) continue;
      const auto line = std::find_if(lines.begin(), lines.end(), [&](TextLine& each) { return takes(each, bar); });
      if (line == lines.end()) continue;
      add_to(*line, bar);
      all.rules.erase(all.rules.begin() + static_cast<std::ptrdiff_t>(i));
      again = true;
    }
  }
}

/// Squares as high as the line, as dark and close to it are characters of Chinese and Japanese; check boxes stand
/// further off, have another size or are paler. The first and last of such characters have no neighbour on one side.
void take_boxes(std::vector<TextLine>& lines, Sorted& all) {
  constexpr double widest = 0.32, lowest = 0.7, highest = 1.12;  // in heights of the line
  constexpr double least_contrast = 0.75;
  const auto takes = [&](const TextLine& line, const Mark& box) {
    const double height = line.place.height;
    return box.contrast >= least_contrast * line.contrast && box.place.height >= lowest * height &&
           box.place.height <= highest * height &&
           overlap_down(line.place, box.place) >= 0.9 * std::min(line.place.height, box.place.height) &&
           gap_across(line.place, box.place) <= widest * height && !differs(line.ink, box.ink);
  };
  bool again = true;
  while (again) {
    again = false;
    for (std::size_t i = 0; i < all.boxes.size() && !again; ++i) {
      const Mark box = all.boxes[i];
      const auto line =
          std::find_if(lines.begin(), lines.end(), [&](const TextLine& each) { return takes(each, box); });
      if (line == lines.end()) continue;
      add_to(*line, box);
      line->boxes = true;
      all.boxes.erase(all.boxes.begin() + static_cast<std::ptrdiff_t>(i));
      again = true;
    }
  }
}

/// How well letters of one width, `pitch` from each other, make a text: the share of the steps from one to the next
/// that are whole numbers of it. Letters that touch each other are one mark.
double fits_pitch(const std::vector<const Mark*>& marks, double pitch) {
  constexpr double spread = 0.2;
  double before = 0;
  std::size_t good = 0;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const Rect& place = marks[i]->place;
    const double middle = place.x + place.width / 2.0;
    const double others = (std::max(1.0, std::round(place.width / pitch)) - 1) / 2 * pitch;
    const double steps = (middle - others - before) / pitch;
    if (i > 0 && std::abs(steps - std::round(steps)) <= spread) ++good;
    before = middle + others;
  }
  return static_cast<double>(good) / static_cast<double>(marks.size() - 1);
}

/// Words of letters of one width, with one blank between: that is wider than between other words.
bool is_one_blank_apart(const TextLine& a, const TextLine& b) {
  constexpr std::size_t least = 5;
  constexpr double nearly_all = 0.85, blank_spread = 0.35, least_pitch = 0.6, most_pitch = 1.15;
  const TextLine& left = a.place.x < b.place.x ? a : b;
  const TextLine& other = a.place.x < b.place.x ? b : a;
  const double height = std::max(left.place.height, other.place.height);
  std::vector<const Mark*> marks;
  for (const TextLine* line : {&left, &other}) {
    for (const Mark& mark : line->marks) {
      if (mark.place.height >= 0.4 * line->place.height) marks.push_back(&mark);  // no dots and accents
    }
  }
  if (marks.size() < least) return false;
  const auto letters = [](const Rect& place, double pitch) { return std::max(1.0, std::round(place.width / pitch)); };
  const Rect &last = left.marks.back().place, &first = other.marks.front().place;
  for (std::size_t i = 1; i < marks.size(); ++i) {
    const double pitch =
        (marks[i]->place.x + marks[i]->place.width / 2.0) - (marks[i - 1]->place.x + marks[i - 1]->place.width / 2.0);
    if (pitch < least_pitch * height || pitch > most_pitch * height || fits_pitch(marks, pitch) < nearly_all) continue;
    const double from = last.x + last.width / 2.0 + (letters(last, pitch) - 1) / 2 * pitch;
    const double to = first.x + first.width / 2.0 - (letters(first, pitch) - 1) / 2 * pitch;
    if (std::abs(to - from - 2 * pitch) <= blank_spread * pitch) return true;
  }
  return false;
}

bool belong_together(const TextLine& a, const TextLine& b, double typical) {
  const auto lower = std::min(a.place.height, b.place.height);
  const bool tiny = lower <= typical * small_part;
  const auto overlap = overlap_down(a.place, b.place);
  if (tiny ? overlap < -0.35 * typical : overlap < 0.5 * lower) return false;
  const bool far = gap_across(a.place, b.place) > widest_gap * typical * (tiny ? 0.5 : 1);
  if (far && (tiny || !is_one_blank_apart(a, b))) return false;
  const bool one_ink = distance(a.darkest, b.darkest) <= ink_tolerance && !differs(a.ink, b.ink);
  if (!one_ink && !tiny) return false;
  return united(a.place, b.place).height <= tallest * std::max<double>(typical, std::max(a.height, b.height));
}

/// Accents and dots that were found before their letters.
void merge(std::vector<TextLine>& lines, double typical) {
  bool again = true;
  while (again) {
    again = false;
    for (std::size_t i = 0; i < lines.size() && !again; ++i) {
      for (std::size_t k = i + 1; k < lines.size() && !again; ++k) {
        if (!belong_together(lines[i], lines[k], typical)) continue;
        for (const Mark& mark : lines[k].marks) add_to(lines[i], mark);
        lines[i].boxes = lines[i].boxes || lines[k].boxes;
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(k));
        again = true;
      }
    }
  }
  for (TextLine& line : lines) {
    std::stable_sort(line.marks.begin(), line.marks.end(),
                     [](const Mark& a, const Mark& b) { return a.place.x < b.place.x; });
  }
}

Rect place_of(const std::vector<Mark>& marks) {
  Rect place = marks.front().place;
  for (const Mark& mark : marks) place = united(place, mark.place);
  return place;
}

/// The marks at one end of a line that overlap: an icon, or a letter. Their number and place.
std::pair<std::size_t, Rect> end_of(const std::vector<Mark>& marks, bool front) {
  Rect place = front ? marks.front().place : marks.back().place;
  std::size_t count = 1;
  for (; count < marks.size(); ++count) {
    const Rect& next = marks[front ? count : marks.size() - 1 - count].place;
    if (front ? next.x > right(place) : right(next) < place.x) break;
    place = united(place, next);
  }
  return {count, place};
}

/// The lowest letter among marks; dots and hyphens are none.
Rect least_letter(const std::vector<Mark>& marks) {
  std::int32_t highest = 0;
  for (const Mark& mark : marks) highest = std::max(highest, mark.place.height);
  Rect least{0, 0, 0, highest + 1};
  for (const Mark& mark : marks) {
    if (2 * mark.place.height >= highest && mark.place.height < least.height) least = mark.place;
  }
  return least;
}

/// An icon is as wide as high, and stands further off than the words of the line do from each other.
void cut_icon(TextLine& line, bool front) {
  constexpr std::size_t least = 3;
  if (line.marks.size() < least) return;
  const auto cut = end_of(line.marks, front);  // no structured binding: clang 14 captures none
  const auto count = cut.first;
  const Rect icon = cut.second;
  if (count >= line.marks.size()) return;
  const auto from = line.marks.begin() + (front ? static_cast<std::ptrdiff_t>(count) : 0);
  const auto to = line.marks.end() - (front ? 0 : static_cast<std::ptrdiff_t>(count));
  std::vector<Mark> rest(from, to);
  const Rect place = place_of(rest);
  std::int32_t widest = 0;
  std::int32_t end = rest.front().place.x;
  for (const Mark& mark : rest) {
    widest = std::max(widest, mark.place.x - end);
    end = std::max(end, right(mark.place));
  }
  const double shape = static_cast<double>(icon.width) / std::max(1, icon.height);
  const double gap = front ? place.x - right(icon) : icon.x - right(place);
  if (shape < 0.6 || shape > 1.7 || gap < 1.25 * widest) return;
  // Words may be as far off as icons, and as wide as high: "Line Up". Icons are higher, or still further off.
  const bool higher = icon.height >= 1.2 * place.height && gap >= 0.4 * place.height;
  if (!higher && gap < std::max(5.0, 0.8 * std::max(place.height, icon.height))) return;
  // Beside small letters alone a word with a capital is as much higher as an icon is: "Pay server", "Pay message". What
  // reaches below the line makes no letter tall.
  const Rect small = least_letter(rest);
  const auto is_tall = [&](const Mark& mark) { return 4 * (small.y - mark.place.y) >= small.height; };
  const bool may_be_word = icon.height <= 2.2 * place.height && std::none_of(rest.begin(), rest.end(), is_tall);
  // "a base" in letters of one width: what stands as high and as low as a letter of the line may be one.
  const bool may_be_letter = std::any_of(rest.begin(), rest.end(), [&](const Mark& mark) {
    return std::abs(mark.place.y - icon.y) <= 1 && std::abs(bottom(mark.place) - bottom(icon)) <= 1;
  });
  line.parted = line.parted || may_be_word || may_be_letter;
  line.marks = std::move(rest);
  line.place = place;
}

bool is_under(const Mark& rule, const TextLine& line) {
  const Rect& place = rule.place;
  return place.y >= bottom(line.place) - 0.35 * line.place.height && place.y <= bottom(line.place) + 3 &&
         right(place) > line.place.x - 2 && place.x < right(line.place) + 2;
}

/// The parts of an underline that belong together: descenders break it.
std::vector<Rect> underlines(const TextLine& line, const std::vector<Mark>& rules) {
  std::vector<Rect> parts;
  for (const Mark& rule : rules) {
    if (is_under(rule, line)) parts.push_back(rule.place);
  }
  if (parts.empty()) return parts;
  for (const Mark& mark : line.marks) {
    const Rect& place = mark.place;
    if (place.height <= 3 && place.width >= 3 && std::abs(place.y - parts.front().y) <= 1) parts.push_back(place);
  }
  std::sort(parts.begin(), parts.end(), [](const Rect& a, const Rect& b) { return a.x < b.x; });
  const auto bridged = [&](const Rect& before, const Rect& after) {
    constexpr std::int32_t near = 7;
    const std::int32_t gap = after.x - right(before);
    if (gap <= near) return true;
    if (gap > 1.3 * line.place.height + 3) return false;
    return std::any_of(line.marks.begin(), line.marks.end(), [&](const Mark& mark) {
      const std::int32_t middle = mark.place.x + mark.place.width / 2;
      const bool between = middle >= right(before) - 1 && middle <= after.x + 1;
      const bool across = mark.place.x < after.x && right(mark.place) > right(before);
      return mark.place.height > 4 && bottom(mark.place) >= after.y && (between || across);
    });
  };
  std::vector<Rect> whole;
  for (const Rect& part : parts) {
    if (!whole.empty() && bridged(whole.back(), part)) {
      whole.back() = united(whole.back(), part);
    } else {
      whole.push_back(part);
    }
  }
  return whole;
}

/// The part of a line above the underline that `at` is over: a link's ends are its underline's.
void cut_to_link(TextLine& line, const std::vector<Mark>& rules, Point at) {
  constexpr std::int32_t beside = 9, shortest = 6, letter = 14;
  for (const Rect& under : underlines(line, rules)) {
    if (at.x < under.x - beside || at.x > right(under) + beside || under.width < shortest) continue;
    std::int32_t from = under.x - 2, to = right(under) + 2;
    for (const Mark& mark : line.marks) {  // a letter that stands over the end
      if (mark.place.height <= 5 || mark.place.width >= letter || bottom(mark.place) <= under.y) continue;
      if (mark.place.x <= to + 1 && right(mark.place) > to) to = right(mark.place);
      if (right(mark.place) >= from - 1 && mark.place.x < from) from = mark.place.x;
    }
    if (at.x < from || at.x > to) continue;
    std::vector<Mark> inside;
    for (const Mark& mark : line.marks) {
      const std::int32_t middle = mark.place.x + mark.place.width / 2;
      if (middle >= from && middle <= to && !is_rule(mark)) inside.push_back(mark);
    }
    if (inside.empty()) continue;
    // Text of the same ink beside it may belong to it: letters break underlines.
    const auto letters = std::count_if(line.marks.begin(), line.marks.end(), [](const Mark& m) { return !is_rule(m); });
    line.parted = line.parted || static_cast<std::size_t>(letters) > inside.size();
    line.place = place_of(inside);
    line.marks = std::move(inside);
    return;
  }
}

/// A letter that touches two sides, as the first one of a list does in some fonts, has more strokes than a corner of a
/// border, which is one along each side.
bool is_letter_in_corner(const Mark& mark, const Ground& ground) {
  constexpr double most_of_corner = 1.25;
  constexpr std::int32_t least_width = 4;
  const Rect &place = mark.place, &box = ground.box;
  const bool both_across = place.x <= box.x && right(place) >= right(box);
  const bool both_down = place.y <= box.y && bottom(place) >= bottom(box);
  return !both_across && !both_down && place.width >= least_width &&
         mark.pixels > most_of_corner * (place.width + place.height);
}

}  // namespace

std::optional<TextLine> without_check_box(const TextLine& line) {
  constexpr double least_gap = 0.2;  // in heights of the line
  std::size_t first = 0;
  while (first < line.marks.size() && line.marks[first].box) ++first;
  const bool box_among_letters = std::any_of(line.marks.begin() + static_cast<std::ptrdiff_t>(first), line.marks.end(),
                                             [](const Mark& mark) { return mark.box; });
  if (first == 0 || first == line.marks.size() || box_among_letters) return std::nullopt;
  const double gap = line.marks[first].place.x - right(line.marks[first - 1].place);
  if (gap < least_gap * line.place.height) return std::nullopt;
  TextLine rest;
  rest.parted = line.parted;
  for (std::size_t i = first; i < line.marks.size(); ++i) add_to(rest, line.marks[i]);
  return rest;
}

bool touches_border(const Mark& mark, const Ground& ground) {
  constexpr std::int32_t least_height = 5, bar_width = 3, bar_height = 15;
  const Rect &place = mark.place, &box = ground.box;
  if (place.width <= bar_width && place.height >= bar_height) return false;  // a part of the border
  const bool across = place.x <= box.x || right(place) >= right(box);
  const bool down = place.y <= box.y || bottom(place) >= bottom(box);
  const bool corner = across && down && !is_letter_in_corner(mark, ground);
  return (across || down) && !corner && place.height >= least_height;
}

namespace {

/// Letters like "a" and "n": the lowest ones of a line, three or more that stand in one row. Nothing if they do not.
std::optional<Rect> small_letters(const TextLine& line) {
  constexpr std::ptrdiff_t least = 3;
  const Rect lowest = least_letter(line.marks);
  std::vector<std::int32_t> bottoms;
  for (const Mark& mark : line.marks) {
    if (mark.place.height >= lowest.height && mark.place.height <= lowest.height + 1)
      bottoms.push_back(bottom(mark.place));
  }
  std::sort(bottoms.begin(), bottoms.end());
  if (std::ssize(bottoms) < least || bottoms.back() - bottoms.front() > 1) return std::nullopt;
  const std::int32_t middle = bottoms[bottoms.size() / 2];
  return Rect{line.place.x, middle - lowest.height, line.place.width, lowest.height};
}

/// Texts of two controls: letters of one size stand on rows of their own.
bool stand_on_other_rows(const TextLine& line, const TextLine& other) {
  const auto one = small_letters(line), two = small_letters(other);
  if (!one || !two || std::abs(one->height - two->height) > 1) return false;
  return std::abs(bottom(*one) - bottom(*two)) >= 2 && std::abs(one->y - two->y) >= 2;
}

}  // namespace

bool may_go_on(const TextLine& line, const TextLine& other) {
  constexpr double widest_blank = 1.8, least_contrast = 0.7, highest_letter = 1.3, highest_line = 1.8;
  // Frames and boxes of other controls are higher or paler.
  const double highest = other.marks.size() == 1 ? highest_letter : highest_line;
  if (other.place.height > highest * line.place.height) return false;
  if (other.contrast < least_contrast * line.contrast || stand_on_other_rows(line, other)) return false;
  const bool one_row = overlap_down(line.place, other.place) >= 0.5 * std::min(line.place.height, other.place.height);
  const bool near =
      gap_across(line.place, other.place) <= widest_blank * std::max(line.place.height, other.place.height);
  return one_row && near && distance(line.darkest, other.darkest) <= ink_tolerance && !differs(line.ink, other.ink);
}

std::vector<TextLine> find_lines(const std::vector<Mark>& marks, const Ground& ground, Point at) {
  Sorted all = sorted(marks, ground);
  std::vector<TextLine> lines = joined(all);
  take_bars(lines, all);
  take_boxes(lines, all);
  merge(lines, all.typical);
  for (TextLine& line : lines) {
    cut_icon(line, true);
    cut_icon(line, false);
    cut_to_link(line, all.rules, at);
  }
  return lines;
}

}  // namespace interlock::sight
