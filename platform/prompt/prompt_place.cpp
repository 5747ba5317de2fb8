#include "platform/prompt/prompt_place.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace interlock::platform::prompt {
namespace {

/// Pixels that both have.
std::int64_t covered(const Rect& a, const Rect& b) {
  const auto common = [](std::int64_t begin_a, std::int64_t length_a, std::int64_t begin_b, std::int64_t length_b) {
    const auto end = std::min(begin_a + length_a, begin_b + length_b);
    return std::max<std::int64_t>(0, end - std::max(begin_a, begin_b));
  };
  return common(a.x, a.width, b.x, b.width) * common(a.y, a.height, b.y, b.height);
}

}  // namespace

Point place_beside(const Rect& screen, int width, int height, const Rect& about) {
  const int right = std::max(0, screen.width - width), bottom = std::max(0, screen.height - height);
  const std::array<Point, 7> places = {{{right / 2, bottom / 4},
                                        {right / 2, 0},
                                        {right / 2, bottom},
                                        {right, bottom / 4},
                                        {0, bottom / 4},
                                        {right, bottom},
                                        {0, bottom}}};
  const auto covers = [&](const Point& at) {
    return covered({screen.x + at.x, screen.y + at.y, width, height}, about);
  };
  const auto best = *std::min_element(places.begin(), places.end(),
                                      [&](const Point& a, const Point& b) { return covers(a) < covers(b); });
  return {screen.x + best.x, screen.y + best.y};
}

}  // namespace interlock::platform::prompt
