#include "sight/marks.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace interlock::sight {

namespace {

/// Follows one mark after another through the background's box.
class Tracer {
 public:
  Tracer(const Picture& picture, const Ground& ground)
      : picture_(picture), ground_(ground), seen_(picture.pixels.size(), 0) {}

  bool begins_at(std::int32_t x, std::int32_t y) const {
    return seen_[index(x, y)] == 0 && !ground_.has(picture_, x, y) &&
           distance(colour_of(picture_.at(x, y)), ground_.colour) > ground_tolerance;
  }

  Mark trace(std::int32_t x, std::int32_t y) {
    Mark mark;
    const Rect& box = ground_.box;
    std::int32_t x0 = x, x1 = x, y0 = y, y1 = y;
    seen_[index(x, y)] = 1;
    open_.assign(1, {x, y});
    while (!open_.empty()) {
      const Point at = open_.back();
      open_.pop_back();
      x0 = std::min(x0, at.x);
      x1 = std::max(x1, at.x);
      y0 = std::min(y0, at.y);
      y1 = std::max(y1, at.y);
      add(mark, at);
      for (std::int32_t ny = std::max(box.y, at.y - 1); ny <= std::min(bottom(box) - 1, at.y + 1); ++ny) {
        for (std::int32_t nx = std::max(box.x, at.x - 1); nx <= std::min(right(box) - 1, at.x + 1); ++nx) {
          if (!begins_at(nx, ny)) continue;
          seen_[index(nx, ny)] = 1;
          open_.push_back({nx, ny});
        }
      }
    }
    mark.place = {x0, y0, x1 - x0 + 1, y1 - y0 + 1};
    mark.box = is_box(mark.place);
    mark.filled = mark.box && is_filled(mark.place);
    mark.underlined = is_underlined(mark);
    mark.edge = x0 <= box.x || y0 <= box.y || x1 >= right(box) - 1 || y1 >= bottom(box) - 1;
    return mark;
  }

 private:
  std::size_t index(std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(picture_.width) + static_cast<std::size_t>(x);
  }
  /// A check box, or another control: its sides run through, in one colour or in the shades of a gradient, none of them
  /// the background's. The sides of letters have gaps, or fade out. A shadow may lie below it.
  bool is_box(const Rect& place) const {
    Rect above_shadow = place;
    --above_shadow.height;
    return has_sides(place) || has_sides(above_shadow);
  }
  bool has_sides(const Rect& place) const {
    constexpr std::int32_t smallest = 8, largest = 40, skew = 3;
    if (std::min(place.width, place.height) < smallest) return false;
    const bool square = std::max(place.width, place.height) <= largest && std::abs(place.width - place.height) <= skew;
    // No letter is so wide, and letters that touch each other make no straight sides: its corners may be rounder.
    constexpr std::int32_t lowest_control = 16;
    const bool wide = place.height >= lowest_control && place.width >= 2 * place.height;
    if (!square && !wide) return false;
    // The sides of a small round letter are as long as those of a rounded box of its size.
    constexpr std::int32_t small = 12;
    const std::int32_t corner = !square ? 6 : std::max(place.width, place.height) < small ? 1 : 2;
    const Point across{1, 0}, down{0, 1};
    return is_side({place.x, place.y}, across, place.width, corner) &&
           is_side({place.x, bottom(place) - 1}, across, place.width, corner) &&
           is_side({place.x, place.y}, down, place.height, corner) &&
           is_side({right(place) - 1, place.y}, down, place.height, corner);
  }
  /// Most of its inside has one colour, which is neither the background's nor that of its sides.
  bool is_filled(const Rect& place) const {
    constexpr std::int32_t sides = 3;  // as thick at most, with their shadows
    constexpr int same = 8, other = 24;
    const Rect inside{place.x + sides, place.y + sides, place.width - 2 * sides, place.height - 2 * sides};
    if (inside.width < 2 || inside.height < 2) return false;
    const Colour fill = colour_of(picture_.at(inside.x, inside.y));
    const Colour side = colour_of(picture_.at(place.x + place.width / 2, place.y));
    if (distance(fill, ground_.colour) <= ground_tolerance || distance(fill, side) <= other) return false;
    std::int32_t count = 0;
    for (std::int32_t y = inside.y; y < bottom(inside); ++y) {
      for (std::int32_t x = inside.x; x < right(inside); ++x) {
        count += distance(colour_of(picture_.at(x, y)), fill) <= same ? 1 : 0;
      }
    }
    return 10 * count >= 7 * inside.width * inside.height;
  }
  bool is_side(Point from, Point step, std::int32_t length, std::int32_t corner) const {
    constexpr int shades = 24, next_shade = 12, all_shades = 90;
    const auto at = [&](std::int32_t i) { return colour_of(picture_.at(from.x + i * step.x, from.y + i * step.y)); };
    const Colour first = at(corner);
    Colour before = first;
    bool one_colour = true, gradient = true;
    for (std::int32_t i = corner; i < length - corner; ++i) {
      const Colour here = at(i);
      if (distance(here, ground_.colour) <= ground_tolerance) return false;
      one_colour = one_colour && distance(here, first) <= shades;
      gradient = gradient && distance(here, before) <= next_shade && distance(here, first) <= all_shades;
      before = here;
    }
    return one_colour || gradient;
  }
  /// One of the lower rows is ink from end to end.
  bool is_underlined(const Mark& mark) const {
    constexpr std::int32_t least_height = 5;
    constexpr double widest_letter = 1.7;  // in its heights: the Cyrillic Shcha
    const Rect& place = mark.place;
    if (place.height < least_height || place.width < widest_letter * place.height) return false;
    const double ink_contrast = 0.35 * mark.contrast;  // letters that touch have lighter places between them
    for (std::int32_t y = place.y + place.height / 2; y < bottom(place); ++y) {
      std::int32_t ink = 0;
      for (std::int32_t x = place.x; x < right(place); ++x) {
        ink += distance(colour_of(picture_.at(x, y)), ground_.colour) > ink_contrast ? 1 : 0;
      }
      if (ink >= 0.95 * place.width) return true;
    }
    return false;
  }
  void add(Mark& mark, Point at) const {
    const Colour colour = colour_of(picture_.at(at.x, at.y));
    ++mark.pixels;
    for (std::size_t i = 0; i < 3; ++i) mark.ink[i] += colour[i] - ground_.colour[i];
    const int contrast = distance(colour, ground_.colour);
    if (contrast <= mark.contrast) return;
    mark.contrast = contrast;
    mark.darkest = colour;
  }

  const Picture& picture_;
  const Ground& ground_;
  std::vector<std::uint8_t> seen_;
  std::vector<Point> open_;
};

}  // namespace

std::vector<Mark> find_marks(const Picture& picture, const Ground& ground) {
  std::vector<Mark> marks;
  Tracer tracer(picture, ground);
  for (std::int32_t y = ground.box.y; y < bottom(ground.box); ++y) {
    for (std::int32_t x = ground.box.x; x < right(ground.box); ++x) {
      if (tracer.begins_at(x, y)) marks.push_back(tracer.trace(x, y));
    }
  }
  return marks;
}

bool differs(const Ink& one, const Ink& other) {
  constexpr double least_cosine = 0.95;
  double product = 0, first = 0, second = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    product += one[i] * other[i];
    first += one[i] * one[i];
    second += other[i] * other[i];
  }
  return first > 0 && second > 0 && product / std::sqrt(first * second) < least_cosine;
}

}  // namespace interlock::sight
