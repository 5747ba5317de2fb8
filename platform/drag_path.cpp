#include "platform/drag_path.h"

#include <algorithm>
#include <cmath>

namespace interlock::platform {
namespace {

using std::chrono::milliseconds;

constexpr double slow_way = 24;    ///< pixels at each end; thresholds are 3 (Chromium) to 10 (Qt)
constexpr double slow_stride = 4;  ///< pixels between two points there
constexpr double fast_stride = 24;
constexpr int most_fast_points = 40;
constexpr milliseconds start_rest{10};
constexpr milliseconds fast_rest{8};  ///< about a screen's frame rate
constexpr milliseconds end_rest{20};

}  // namespace

std::vector<DragStep> drag_path(Point from, Point to) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double way = std::hypot(dx, dy);
  const double slow = std::min(slow_way, way / 2);
  std::vector<DragStep> steps;
  const auto go = [&](double begin, double end, double stride, milliseconds rest) {
    const int points = std::max(1, static_cast<int>(std::ceil((end - begin) / stride)));
    for (int i = 1; i <= points; ++i) {
      const double part = way > 0 ? (begin + (end - begin) * i / points) / way : 1;
      const Point at{from.x + static_cast<int>(std::lround(dx * part)),
                     from.y + static_cast<int>(std::lround(dy * part))};
      const bool moves = steps.empty() ? at != from : at != steps.back().to;
      if (moves) steps.push_back({at, rest});
    }
  };
  go(0, slow, slow_stride, start_rest);
  if (!steps.empty()) steps.back().begun = true;
  const double across = way - 2 * slow;
  if (across > 0) go(slow, way - slow, std::max(fast_stride, across / most_fast_points), fast_rest);
  go(way - slow, way, slow_stride, end_rest);
  return steps;
}

}  // namespace interlock::platform
