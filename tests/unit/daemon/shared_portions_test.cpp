// How the portions of a picture are divided among readers.
#include "daemon/seeing/shared_portions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/sight/drawing.h"

namespace interlock::daemon {
namespace {

using sight::Drawing;
using testing::ElementsAre;

constexpr std::uint32_t paper = 0xFFFFFF, ink = 0x202020;

/// Lines of text, 10 pixels high, one every `pitch` pixels.
Drawing page(int lines, std::int32_t pitch) {
  Drawing drawing(400, 400, paper);
  for (int line = 0; line < lines; ++line) drawing.word(10, 10 + pitch * line, 40, ink);
  return drawing;
}

TEST(SharedPortions, OfOneReaderStayWhole) {
  const Rect small{0, 200, 100, 20}, large{0, 0, 400, 170};
  EXPECT_THAT(shared_portions(page(10, 16).picture(), {small, large}, 1), ElementsAre(large, small));
}

TEST(SharedPortions, OfTwoReadersAreDividedBetweenLines) {
  const Rect large{0, 0, 400, 170};
  const auto shared = shared_portions(page(10, 16).picture(), {large}, 2);
  ASSERT_GE(shared.size(), 3U);
  std::int32_t rows = 0;
  for (const Rect& part : shared) {
    rows += part.height;
    for (int line = 0; line < 10; ++line) {
      const Rect both = overlap({10, 10 + 16 * line, 318, 10}, part);
      EXPECT_TRUE(both.empty() || both.height == 10) << "a line is cut at " << part.y;
    }
  }
  EXPECT_EQ(rows, large.height);
}

TEST(SharedPortions, WithoutBlankRowsBetweenLinesStayWhole) {
  const Rect large{0, 0, 400, 170};
  EXPECT_THAT(shared_portions(page(13, 12).picture(), {large}, 2), ElementsAre(large));
}

}  // namespace
}  // namespace interlock::daemon
