#include "sight/word_ink.h"

#include <algorithm>
#include <unordered_map>

namespace interlock::sight {

namespace {

constexpr int word_contrast = 40;

/// The commonest colour: the ground that the word stands on.
Colour ground_of(const Picture& picture, const Rect& word) {
  std::unordered_map<std::uint32_t, int> counts;
  std::uint32_t best = 0;
  int most = 0;
  for (std::int32_t y = word.y; y < bottom(word); ++y) {
    for (std::int32_t x = word.x; x < right(word); ++x) {
      const int count = ++counts[picture.at(x, y)];
      if (count <= most) continue;
      most = count;
      best = picture.at(x, y);
    }
  }
  return colour_of(best);
}

}  // namespace

Rect with_ink(const Picture& picture, const Rect& word) {
  constexpr std::int32_t farthest = 40;  // in heights of the word
  const Colour ground = ground_of(picture, word);
  const std::int32_t gap = std::max(2, word.height / 5);
  const std::int32_t end_y = std::min(picture.height, bottom(word) + std::max(2, word.height / 5));  // underscores
  const auto has_ink = [&](std::int32_t x) {
    for (std::int32_t y = word.y; y < end_y; ++y) {
      if (distance(colour_of(picture.at(x, y)), ground) > word_contrast) return true;
    }
    return false;
  };
  const auto grown = [&](std::int32_t from, std::int32_t step) {
    std::int32_t end = from;
    for (std::int32_t x = from; x >= 0 && x < picture.width; x += step) {
      if ((x - end) * step > gap || (x - from) * step > farthest * word.height) break;
      if (has_ink(x)) end = x + step;
    }
    return end;
  };
  const std::int32_t left = grown(word.x - 1, -1) + 1;
  return {left, word.y, grown(right(word), 1) - left, word.height};
}

}  // namespace interlock::sight
