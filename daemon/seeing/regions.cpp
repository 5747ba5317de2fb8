#include "daemon/seeing/regions.h"

#include <algorithm>

namespace interlock::daemon {

Rect overlap(const Rect& a, const Rect& b) {
  const auto x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::min(a.x + a.width, b.x + b.width) - x, std::min(a.y + a.height, b.y + b.height) - y};
}

void subtract(const Rect& from, const Rect& hole, Rects& left) {
  const Rect cut = overlap(from, hole);
  if (cut.empty()) {
    left.push_back(from);
    return;
  }
  const auto keep = [&](const Rect& part) {
    if (!part.empty()) left.push_back(part);
  };
  keep({from.x, from.y, from.width, cut.y - from.y});
  keep({from.x, cut.y + cut.height, from.width, from.y + from.height - cut.y - cut.height});
  keep({from.x, cut.y, cut.x - from.x, cut.height});
  keep({cut.x + cut.width, cut.y, from.x + from.width - cut.x - cut.width, cut.height});
}

Rects visible_parts(const std::vector<platform::Surface>& stack, std::size_t level, const Rects& parts) {
  Rects seen;
  for (const Rect& part : parts) {
    const Rect inside = overlap(part, stack[level].rect);
    if (!inside.empty()) seen.push_back(inside);
  }
  for (std::size_t above = level + 1; above < stack.size(); ++above) {
    for (const Rect& cover : stack[above].covers) {
      Rects left;
      for (const Rect& part : seen) subtract(part, cover, left);
      seen = std::move(left);
    }
  }
  return seen;
}

}  // namespace interlock::daemon
