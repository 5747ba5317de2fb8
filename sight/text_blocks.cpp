#include "sight/text_blocks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

namespace interlock::sight {

namespace {

constexpr std::int32_t near_down = 1;  // terminals leave one row between their lines
/// Pixels beside marks that belong to them although they differ little.
constexpr std::int32_t fringe = 2;
/// Lower and narrower blocks have no letters.
constexpr std::int32_t least_height = 5, least_width = 3;
/// Longer thin marks are lines, and no letters.
constexpr std::int32_t long_across = 100, long_down = 60;
/// A line is thin if less than a quarter of the pixels so far beside it are marks.
constexpr std::int32_t beside_line = 4;

/// One byte for each pixel.
enum Pixel : std::uint8_t { flat = 0, mark = 1, border = 2 };

struct Map {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<std::uint8_t> pixels;

  std::size_t index(std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  }
  bool is(Pixel what, std::int32_t x, std::int32_t y) const {
    return x >= 0 && y >= 0 && x < width && y < height && pixels[index(x, y)] == what;
  }
};

bool differ(std::uint32_t one, std::uint32_t other) {
  if (one == other) return false;
  for (const unsigned shift : {0U, 8U, 16U}) {
    const int difference = static_cast<int>(one >> shift & 0xFFU) - static_cast<int>(other >> shift & 0xFFU);
    if (difference >= faintest_text || -difference >= faintest_text) return true;
  }
  return false;
}

/// A mark is a pixel that differs from the one to its left or above it.
Map marks_of(const Picture& picture) {
  Map map{picture.width, picture.height, std::vector<std::uint8_t>(picture.pixels.size(), flat)};
  const auto width = static_cast<std::size_t>(map.width);
  for (std::int32_t y = 0; y < map.height; ++y) {
    for (std::int32_t x = 0; x < map.width; ++x) {
      const std::size_t at = map.index(x, y);
      const std::uint32_t pixel = picture.pixels[at];
      const bool left = x > 0 && differ(pixel, picture.pixels[at - 1]);
      const bool above = y > 0 && differ(pixel, picture.pixels[at - width]);
      if (left || above) map.pixels[at] = mark;
    }
  }
  return map;
}

/// Runs of marks in a row (`across`) or column that are long and thin become borders.
void find_borders(const Map& marks, Map& result, bool across) {
  const std::int32_t lines = across ? marks.height : marks.width;
  const std::int32_t length = across ? marks.width : marks.height;
  const std::int32_t longest = across ? long_across : long_down;
  const auto at = [&](std::int32_t line, std::int32_t place) {
    return across ? std::pair{place, line} : std::pair{line, place};
  };
  const auto is_mark = [&](std::int32_t line, std::int32_t place) {
    const auto [x, y] = at(line, place);
    return marks.is(mark, x, y);
  };
  for (std::int32_t line = 0; line < lines; ++line) {
    for (std::int32_t begin = 0; begin < length; ++begin) {
      if (!is_mark(line, begin)) continue;
      std::int32_t end = begin, beside = 0;
      for (; end < length && is_mark(line, end); ++end) {
        beside += is_mark(line - beside_line, end) ? 1 : 0;
        beside += is_mark(line + beside_line, end) ? 1 : 0;
      }
      for (std::int32_t place = begin; end - begin >= longest && beside * 4 < end - begin && place < end; ++place) {
        const auto [x, y] = at(line, place);
        result.pixels[result.index(x, y)] = border;
      }
      begin = end;
    }
  }
}

/// Joins the marks of a row that are near each other, but not across a border.
void join_across(Map& map, std::int32_t near_across) {
  for (std::int32_t y = 0; y < map.height; ++y) {
    std::int32_t last = -1;  // the last mark
    for (std::int32_t x = 0; x < map.width; ++x) {
      const std::uint8_t pixel = map.pixels[map.index(x, y)];
      if (pixel == border) last = -1;
      if (pixel != mark) continue;
      if (last >= 0 && x - last <= near_across) {
        const auto row = map.pixels.begin() + static_cast<std::ptrdiff_t>(map.index(0, y));
        std::fill(row + last, row + x, std::uint8_t{mark});
      }
      last = x;
    }
  }
}

/// Marks of one row.
struct Run {
  std::int32_t begin = 0, end = 0, y = 0;
};

/// Which runs belong together.
class Groups {
 public:
  explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t of(std::size_t one) {
    while (parent_[one] != one) one = parent_[one] = parent_[parent_[one]];
    return one;
  }
  void join(std::size_t one, std::size_t other) { parent_[of(one)] = of(other); }

 private:
  std::vector<std::size_t> parent_;
};

std::vector<Run> runs_of(const Map& map) {
  std::vector<Run> runs;
  for (std::int32_t y = 0; y < map.height; ++y) {
    for (std::int32_t x = 0; x < map.width; ++x) {
      if (!map.is(mark, x, y)) continue;
      const std::int32_t begin = x;
      while (map.is(mark, x, y)) ++x;
      runs.push_back({begin, x, y});
    }
  }
  return runs;
}

/// The boxes around runs that touch, or that are near each other one above the other.
std::vector<Rect> boxes_of(const std::vector<Run>& runs) {
  Groups groups(runs.size());
  std::array<std::size_t, near_down> above{};  // the first run that is so many rows higher and may reach this one
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Run& run = runs[i];
    for (std::int32_t up = 1; up <= near_down; ++up) {
      std::size_t& first = above[static_cast<std::size_t>(up - 1)];
      while (runs[first].y < run.y - up || (runs[first].y == run.y - up && runs[first].end < run.begin)) ++first;
      for (std::size_t k = first; k < i && runs[k].y == run.y - up && runs[k].begin <= run.end; ++k) groups.join(i, k);
    }
  }
  std::vector<Rect> boxes(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Rect place{runs[i].begin, runs[i].y, runs[i].end - runs[i].begin, 1};
    Rect& box = boxes[groups.of(i)];
    box = box.empty() ? place : united(box, place);
  }
  std::erase_if(boxes, [](const Rect& box) { return box.height < least_height || box.width < least_width; });
  return boxes;
}

bool overlap(const Rect& one, const Rect& other) {
  return one.x < right(other) && other.x < right(one) && one.y < bottom(other) && other.y < bottom(one);
}

void unite_overlapping(std::vector<Rect>& boxes) {
  for (bool again = true; again;) {
    again = false;
    std::sort(boxes.begin(), boxes.end(), [](const Rect& a, const Rect& b) { return a.y < b.y; });
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for (std::size_t k = i + 1; k < boxes.size() && boxes[k].y < bottom(boxes[i]); ++k) {
        if (boxes[k].empty() || !overlap(boxes[i], boxes[k])) continue;
        boxes[i] = united(boxes[i], boxes[k]);
        boxes[k].width = 0;
        again = true;
      }
    }
    std::erase_if(boxes, [](const Rect& box) { return box.empty(); });
  }
}

}  // namespace

std::vector<Rect> text_blocks(const Picture& picture, std::int32_t near_across) {
  const Map marks = marks_of(picture);
  Map map = marks;
  find_borders(marks, map, true);
  find_borders(marks, map, false);
  join_across(map, near_across);
  std::vector<Rect> boxes = boxes_of(runs_of(map));
  for (Rect& box : boxes) {
    const std::int32_t x = std::max(0, box.x - fringe);
    box = {x, box.y, std::min(picture.width, right(box) + fringe) - x, box.height};
  }
  unite_overlapping(boxes);
  return boxes;
}

std::vector<Rect> united_blocks(const std::vector<Rect>& blocks, std::int64_t most) {
  constexpr std::int32_t near_in_heights = 2;
  struct Chunk {
    Rect place;
    std::int32_t line = 0;  ///< height of its lowest block
  };
  std::vector<Chunk> chunks;
  std::vector<Rect> sorted = blocks;
  std::sort(sorted.begin(), sorted.end(), [](const Rect& a, const Rect& b) { return a.y < b.y; });
  for (const Rect& block : sorted) {
    const auto takes = [&](const Chunk& chunk) {
      const Rect both = united(chunk.place, block);
      const bool below = std::max(chunk.place.x, block.x) < std::min(right(chunk.place), right(block));
      const bool similar = block.height < 2 * chunk.line && chunk.line < 2 * block.height;
      return below && similar && block.y - bottom(chunk.place) <= near_in_heights * chunk.line &&
             std::int64_t{both.width} * both.height <= most;
    };
    const auto chunk = std::find_if(chunks.rbegin(), chunks.rend(), takes);
    if (chunk == chunks.rend()) {
      chunks.push_back({block, block.height});
    } else {
      chunk->place = united(chunk->place, block);
      chunk->line = std::min(chunk->line, block.height);
    }
  }
  std::vector<Rect> places;
  for (const Chunk& chunk : chunks) places.push_back(chunk.place);
  unite_overlapping(places);
  return places;
}

}  // namespace interlock::sight
