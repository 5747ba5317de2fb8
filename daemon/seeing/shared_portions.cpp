#include "daemon/seeing/shared_portions.h"

#include <algorithm>
#include <vector>

namespace interlock::daemon {

namespace {

/// A portion that is more than a reader's share of all is divided into so many for each reader; more cost more
/// requests.
constexpr std::int64_t for_each_reader = 2;
/// Smaller portions are not divided: a request takes as long as reading about a fifth of this.
constexpr std::int64_t small = 6 * 1024;
/// Lines are so many rows apart, and a quarter of their height: the dot of a letter is nearer.
constexpr std::int32_t between_lines = 3;

std::int64_t pixels_of(const Rect& rect) {
  return std::int64_t{rect.width} * rect.height;
}

bool is_blank_row(const sight::Picture& shown, const Rect& part, std::int32_t y) {
  const std::uint32_t first = shown.at(part.x, y);
  for (std::int32_t x = part.x; x < sight::right(part); ++x) {
    if (((shown.at(x, y) ^ first) & 0xFFFFFFU) != 0) return false;
  }
  return true;
}

/// Rows with something in them.
struct Band {
  std::int32_t begin = 0, end = 0;
};

std::vector<Band> bands_of(const sight::Picture& shown, const Rect& part) {
  std::vector<Band> bands;
  for (std::int32_t y = part.y; y < sight::bottom(part); ++y) {
    if (is_blank_row(shown, part, y)) continue;
    if (bands.empty() || bands.back().end != y) bands.push_back({y, y});
    bands.back().end = y + 1;
  }
  return bands;
}

void divide(const sight::Picture& shown, const Rect& portion, std::int64_t most, Rects& into) {
  const auto bands = bands_of(shown, portion);
  std::int32_t top = portion.y;
  for (std::size_t i = 0; i + 1 < bands.size(); ++i) {
    const Band &above = bands[i], &below = bands[i + 1];
    const std::int32_t blank = below.begin - above.end;
    const std::int32_t higher = std::max(above.end - above.begin, below.end - below.begin);
    if (blank < std::max(between_lines, higher / 4)) continue;
    const std::int32_t middle = above.end + blank / 2;
    const std::int32_t next_end = i + 2 < bands.size() ? bands[i + 2].begin : sight::bottom(portion);
    if (std::int64_t{portion.width} * (next_end - top) <= most) continue;  // there is room for the next line
    into.push_back({portion.x, top, portion.width, middle - top});
    top = middle;
  }
  into.push_back({portion.x, top, portion.width, sight::bottom(portion) - top});
}

}  // namespace

Rects shared_portions(const sight::Picture& shown, const Rects& portions, std::size_t readers) {
  std::int64_t all = 0;
  for (const Rect& portion : portions) all += pixels_of(portion);
  const auto count = static_cast<std::int64_t>(readers);
  const std::int64_t most = std::max(small, all / (for_each_reader * count));
  Rects shared;
  for (const Rect& portion : portions) {
    const bool keeps_all_busy = pixels_of(portion) * count <= all;
    if (count == 1 || keeps_all_busy || pixels_of(portion) <= most) {
      shared.push_back(portion);
    } else {
      divide(shown, portion, most, shared);
    }
  }
  std::stable_sort(shared.begin(), shared.end(),
                   [](const Rect& a, const Rect& b) { return pixels_of(a) > pixels_of(b); });
  return shared;
}

}  // namespace interlock::daemon
