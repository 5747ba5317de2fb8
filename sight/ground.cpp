#include "sight/ground.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

namespace interlock::sight {

int distance(const Colour& one, const Colour& other) {
  return std::max({std::abs(one[0] - other[0]), std::abs(one[1] - other[1]), std::abs(one[2] - other[2])});
}

Rect united(Rect one, Rect other) {
  const std::int32_t x = std::min(one.x, other.x);
  const std::int32_t y = std::min(one.y, other.y);
  return {x, y, std::max(right(one), right(other)) - x, std::max(bottom(one), bottom(other)) - y};
}

namespace {

/// The background is looked for within so many pixels of the point.
constexpr std::int32_t reach = 9;
/// Neighbours of the same gradient differ by at most `step`, and all of it by at most `far` from where it begins.
constexpr int step = 5;
constexpr int far = 70;

/// The pixels around a point, cut at the picture's edges.
Rect around(const Picture& picture, Point at) {
  const std::int32_t x = std::max(0, at.x - reach);
  const std::int32_t y = std::max(0, at.y - reach);
  return {x, y, std::min(picture.width, at.x + reach + 1) - x, std::min(picture.height, at.y + reach + 1) - y};
}

struct Commonest {
  Colour colour{};
  int percent = 0;
};

/// Colours are counted in steps of 8, and their average is taken.
Commonest commonest_colour(const Picture& picture, Rect area) {
  struct Count {
    int count = 0;
    std::array<long, 3> sum{};
  };
  std::unordered_map<std::uint32_t, Count> counts;
  const Count* best = nullptr;
  int all = 0;
  for (std::int32_t y = area.y; y < bottom(area); ++y) {
    for (std::int32_t x = area.x; x < right(area); ++x, ++all) {
      const Colour colour = colour_of(picture.at(x, y));
      Count& count = counts[picture.at(x, y) & 0xF8F8F8U];
      ++count.count;
      for (std::size_t i = 0; i < 3; ++i) count.sum[i] += colour[i];
    }
  }
  for (const auto& [key, count] : counts) {
    if (best == nullptr || count.count > best->count) best = &count;
  }
  Commonest result;
  if (best == nullptr) return result;
  for (std::size_t i = 0; i < 3; ++i) result.colour[i] = static_cast<int>(best->sum[i] / best->count);
  result.percent = 100 * best->count / all;
  return result;
}

bool is_smooth(const Picture& picture, std::int32_t x, std::int32_t y) {
  if (x <= 0 || y <= 0 || x >= picture.width - 1 || y >= picture.height - 1) return false;
  constexpr int across = 4;
  constexpr int down = 6;
  return distance(colour_of(picture.at(x - 1, y)), colour_of(picture.at(x + 1, y))) <= across &&
         distance(colour_of(picture.at(x, y - 1)), colour_of(picture.at(x, y + 1))) <= down;
}

/// Where a background may begin, the nearest first; what has the commonest colour goes before what is only smooth.
std::vector<Point> seeds(const Picture& picture, Point at, const Colour& common) {
  struct Seed {
    int order;
    Point point;
  };
  constexpr int only_smooth = 60;
  std::vector<Seed> found;
  const Rect area = around(picture, at);
  for (std::int32_t y = area.y; y < bottom(area); ++y) {
    for (std::int32_t x = area.x; x < right(area); ++x) {
      const bool is_common = distance(colour_of(picture.at(x, y)), common) <= ground_tolerance;
      if (!is_common && !is_smooth(picture, x, y)) continue;
      const int away = (x - at.x) * (x - at.x) + (y - at.y) * (y - at.y);
      found.push_back({away + (is_common ? 0 : only_smooth), {x, y}});
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Seed& a, const Seed& b) { return a.order < b.order; });
  std::vector<Point> points;
  points.reserve(found.size());
  for (const Seed& seed : found) points.push_back(seed.point);
  return points;
}

/// What a seed grows into.
struct Region {
  Rect box;
  std::vector<std::size_t> pixels;
};

Region grow(const Picture& picture, Point seed, const Colour& colour, std::vector<std::uint8_t>& mask) {
  const auto width = static_cast<std::size_t>(picture.width);
  Region region{{seed.x, seed.y, 1, 1}, {}};
  region.pixels.push_back(static_cast<std::size_t>(seed.y) * width + static_cast<std::size_t>(seed.x));
  mask[region.pixels.front()] = 1;
  std::int32_t x0 = seed.x, x1 = seed.x, y0 = seed.y, y1 = seed.y;
  for (std::size_t next = 0; next < region.pixels.size(); ++next) {
    const std::size_t pixel = region.pixels[next];
    const auto x = static_cast<std::int32_t>(pixel % width);
    const auto y = static_cast<std::int32_t>(pixel / width);
    x0 = std::min(x0, x);
    x1 = std::max(x1, x);
    y0 = std::min(y0, y);
    y1 = std::max(y1, y);
    const Colour here = colour_of(picture.pixels[pixel]);
    const auto visit = [&](std::size_t other) {
      if (mask[other] != 0) return;
      const Colour there = colour_of(picture.pixels[other]);
      const int away = distance(there, colour);
      if (away > ground_tolerance && (away > far || distance(there, here) > step)) return;
      mask[other] = 1;
      region.pixels.push_back(other);
    };
    if (x > 0) visit(pixel - 1);
    if (x + 1 < picture.width) visit(pixel + 1);
    if (y > 0) visit(pixel - width);
    if (y + 1 < picture.height) visit(pixel + width);
  }
  region.box = {x0, y0, x1 - x0 + 1, y1 - y0 + 1};
  return region;
}

/// Not the inside of a letter: large enough and not sparse, or the full square of a check box.
bool is_background(const Region& region) {
  constexpr std::size_t small = 260, large = 1500, box_area = 64;
  constexpr std::int32_t box_side = 8, box_skew = 3;
  const auto count = region.pixels.size();
  const double fill = static_cast<double>(count) / (static_cast<double>(region.box.width) * region.box.height);
  if (count >= large || (count >= small && fill >= 0.4)) return true;
  return count >= box_area && fill >= 0.93 && region.box.width >= box_side && region.box.height >= box_side &&
         std::abs(region.box.width - region.box.height) <= box_skew;
}

}  // namespace

Ground find_ground(const Picture& picture, Point at) {
  Ground ground;
  ground.mask.assign(picture.pixels.size(), 0);
  const Commonest common = commonest_colour(picture, around(picture, at));
  ground.colour = common.colour;
  ground.flatness = common.percent;
  std::vector<std::size_t> refused;  // insides of letters
  for (const Point& seed : seeds(picture, at, common.colour)) {
    if (ground.has(picture, seed.x, seed.y)) continue;
    const Colour own = colour_of(picture.at(seed.x, seed.y));
    const Colour colour = distance(own, common.colour) > ground_tolerance ? own : common.colour;
    Region region = grow(picture, seed, colour, ground.mask);
    if (!is_background(region)) {
      refused.insert(refused.end(), region.pixels.begin(), region.pixels.end());
      continue;
    }
    ground.found = true;
    ground.colour = colour;
    ground.box = region.box;
    break;
  }
  if (!ground.found) return ground;
  // The inside of a letter is background where it has the background's colour.
  for (const std::size_t pixel : refused) {
    if (distance(colour_of(picture.pixels[pixel]), ground.colour) > ground_tolerance) ground.mask[pixel] = 0;
  }
  const Rect& box = ground.box;
  ground.closed = box.x > 0 && box.y > 0 && right(box) < picture.width && bottom(box) < picture.height;
  return ground;
}

}  // namespace interlock::sight
