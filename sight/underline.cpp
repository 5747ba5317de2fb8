#include "sight/underline.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <utility>

namespace interlock::sight {

namespace {

/// Shorter lines may be parts of letters. Descenders break a line into parts, which may be short.
constexpr std::int32_t shortest = 32, shortest_part = 4, widest_break = 14;
constexpr std::int32_t thickest = 3;
/// The colour of one line varies by less, and differs from the background by more.
constexpr int one_colour = 24, line_contrast = 40;

bool is_ink(const Picture& picture, std::int32_t x, std::int32_t y, const Colour& ground) {
  return picture.area().contains({x, y}) && distance(colour_of(picture.at(x, y)), ground) > line_contrast;
}

/// A gradient's other end has another colour than the background where it was found, and belongs to it.
bool is_ink_on(const Ground& ground, const Picture& picture, std::int32_t x, std::int32_t y) {
  return is_ink(picture, x, y, ground.colour) && !ground.has(picture, x, y);
}

/// Runs of one colour in a row.
std::vector<Rect> runs(const Picture& picture, const Ground& ground, std::int32_t y) {
  std::vector<Rect> found;
  const std::int32_t end = right(ground.box);
  for (std::int32_t x = ground.box.x; x < end;) {
    const std::int32_t begin = x;
    const Colour first = colour_of(picture.at(begin, y));
    const auto goes_on = [&] {
      return is_ink_on(ground, picture, x, y) && distance(colour_of(picture.at(x, y)), first) <= one_colour;
    };
    while (x < end && goes_on()) ++x;
    if (x - begin >= shortest_part) found.push_back({begin, y, x - begin, 1});
    x = std::max(x, begin + 1);
  }
  return found;
}

/// One line, of rows that a descender may break into parts. Its parts are from the first row to the last one.
struct Line {
  std::int32_t y = 0;
  std::int32_t height = 1;
  std::vector<Rect> parts;  ///< from left to right, without overlap

  Rect place() const {
    const std::int32_t x = parts.front().x;
    return {x, y, right(parts.back()) - x, height};
  }
};

/// The lines that runs of a row make together.
std::vector<Line> lines_of(const std::vector<Rect>& row) {
  std::vector<Line> lines;
  for (std::size_t begin = 0, end = 0; begin < row.size(); begin = end) {
    std::int32_t marked = 0, longest = 0;
    for (end = begin; end < row.size(); ++end) {
      if (end > begin && row[end].x - right(row[end - 1]) > widest_break) break;
      marked += row[end].width;
      longest = std::max(longest, row[end].width);
    }
    const std::int32_t span = right(row[end - 1]) - row[begin].x;
    if (marked < shortest || longest * 3 < shortest || marked * 4 < 3 * span) continue;
    const auto first = row.begin() + static_cast<std::ptrdiff_t>(begin);
    lines.push_back({row[begin].y, 1, {first, row.begin() + static_cast<std::ptrdiff_t>(end)}});
  }
  return lines;
}

/// The same line, a row lower. Descenders break its paler row, but not the one in their colour.
bool goes_on(const Line& line, const Line& lower) {
  const Rect one = line.place(), other = lower.place();
  const std::int32_t shared = std::min(right(one), right(other)) - std::max(one.x, other.x);
  return bottom(one) == other.y && shared * 10 >= 9 * std::max(one.width, other.width);
}

void add_row(Line& line, const Line& lower) {
  std::vector<Rect> all = line.parts;
  all.insert(all.end(), lower.parts.begin(), lower.parts.end());
  std::sort(all.begin(), all.end(), [](const Rect& a, const Rect& b) { return a.x < b.x; });
  ++line.height;
  line.parts.clear();
  for (const Rect& part : all) {
    const bool overlaps = !line.parts.empty() && part.x <= right(line.parts.back());
    if (!overlaps) line.parts.push_back({part.x, line.y, part.width, line.height});
    Rect& last = line.parts.back();
    last.width = std::max(right(last), right(part)) - last.x;
  }
}

/// Letters stand above it, and only their descenders reach below it.
bool is_underline(const Picture& picture, const Line& line, const Ground& ground) {
  constexpr std::int32_t letters = 10;
  if (line.height > thickest) return false;
  std::int32_t above = 0, below = 0, width = 0;
  for (const Rect& part : line.parts) {
    width += part.width;
    for (std::int32_t x = part.x; x < right(part); ++x) {
      below += is_ink_on(ground, picture, x, line.y + line.height) ? 1 : 0;
      for (std::int32_t y = line.y - letters; y < line.y - 1; ++y) {
        if (!is_ink_on(ground, picture, x, y)) continue;
        ++above;
        break;
      }
    }
  }
  const bool has_letters = above * 5 >= width;  // blanks have none
  return has_letters && below * 10 <= 3 * width;
}

}  // namespace

std::vector<Rect> find_underlines(const Picture& picture, const Ground& ground) {
  std::vector<Line> lines;
  for (std::int32_t y = ground.box.y; y < bottom(ground.box); ++y) {
    for (const Line& row : lines_of(runs(picture, ground, y))) {
      const auto line = std::find_if(lines.begin(), lines.end(), [&](const Line& each) { return goes_on(each, row); });
      if (line == lines.end()) {
        lines.push_back(row);
      } else {
        add_row(*line, row);
      }
    }
  }
  std::vector<Rect> found;
  for (const Line& line : lines) {
    if (is_underline(picture, line, ground)) found.insert(found.end(), line.parts.begin(), line.parts.end());
  }
  return found;
}

Picture without_underlines(Picture picture, const std::vector<Rect>& underlines, const Colour& ground) {
  const auto colour = static_cast<std::uint32_t>(ground[0] << 16 | ground[1] << 8 | ground[2]);
  for (const Rect& line : underlines) {
    for (std::int32_t x = line.x; x < right(line); ++x) {
      const bool crossed = is_ink(picture, x, line.y - 1, ground) && is_ink(picture, x, bottom(line), ground);
      for (std::int32_t y = line.y; !crossed && y < bottom(line); ++y) {
        picture.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                       static_cast<std::size_t>(x)] = colour;
      }
    }
  }
  return picture;
}

}  // namespace interlock::sight
