// The pointer's way in a drag: slow at both ends, exact at the last.
#include "platform/drag_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace interlock::platform {
namespace {

TEST(DragPath, BeginsAndEndsSlowlyAndArrivesExactly) {
  for (const Point& to : {Point{300, 40}, Point{10, 900}, Point{-200, -300}, Point{60, 10}, Point{12, 10}}) {
    const Point from{10, 10};
    const auto steps = drag_path(from, to);
    ASSERT_GE(steps.size(), 2u);
    EXPECT_EQ(steps.back().to, to);
    EXPECT_EQ(std::count_if(steps.begin(), steps.end(), [](const auto& step) { return step.begun; }), 1);
    const auto apart = [](Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); };
    EXPECT_LE(apart(from, steps.front().to), 6);
    EXPECT_LE(apart(steps[steps.size() - 2].to, to), 6);
    EXPECT_LE(steps.size(), 60u);
    const auto begun = std::find_if(steps.begin(), steps.end(), [](const auto& step) { return step.begun; });
    EXPECT_GE(apart(from, begun->to), std::min(20.0, apart(from, to) / 2 - 1));
  }
}

TEST(DragPath, ToWhereItIsGoesNowhere) {
  EXPECT_TRUE(drag_path({5, 5}, {5, 5}).empty());
}

}  // namespace
}  // namespace interlock::platform
