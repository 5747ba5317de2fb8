// Where text may stand in a picture.
#include "sight/text_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/sight/drawing.h"

namespace interlock::sight {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint32_t paper = 0xFFFFFF, ink = 0x202020;

bool holds(const Rect& outer, const Rect& inner) {
  return inner.x >= outer.x && inner.y >= outer.y && right(inner) <= right(outer) && bottom(inner) <= bottom(outer);
}

TEST(TextBlocks, AreLinesOfMarks) {
  Drawing drawing(400, 120, paper);
  const Rect first = drawing.word(20, 10, 5, ink), second = drawing.word(72, 10, 6, ink);
  const Rect below = drawing.word(20, 40, 8, ink);
  const auto blocks = text_blocks(drawing.picture());
  ASSERT_THAT(blocks, SizeIs(2));
  EXPECT_TRUE(holds(blocks[0], united(first, second)));
  EXPECT_TRUE(holds(blocks[1], below));
  EXPECT_LT(blocks[0].height, 20);
}

TEST(TextBlocks, AreSingleLinesOfATerminal) {
  Drawing drawing(400, 120, paper);
  for (int line = 0; line < 8; ++line) drawing.word(20, 10 + 12 * line, 20, ink);
  EXPECT_THAT(text_blocks(drawing.picture()), SizeIs(8));
}

TEST(TextBlocks, AreApartIfTheyStandFarApart) {
  Drawing drawing(400, 60, paper);
  drawing.word(20, 10, 5, ink);
  drawing.word(200, 10, 5, ink);
  EXPECT_THAT(text_blocks(drawing.picture()), SizeIs(2));
}

TEST(TextBlocks, ArePaleTextAsWell) {
  Drawing drawing(200, 60, 0x808080);
  const Rect word = drawing.word(20, 10, 5, 0x808080 + faintest_text);
  const auto blocks = text_blocks(drawing.picture());
  ASSERT_THAT(blocks, SizeIs(1));
  EXPECT_TRUE(holds(blocks[0], word));
}

TEST(TextBlocks, AreNoFlatAreasGradientsAndBorders) {
  Drawing drawing(400, 200, paper);
  drawing.fill({200, 0, 200, 200}, 0xE0E0E0);
  for (int x = 0; x < 200; ++x) drawing.fill({x, 100, 1, 100}, 0x404040 + 0x010101 * static_cast<unsigned>(x / 4));
  drawing.frame({20, 10, 150, 70}, ink);
  EXPECT_THAT(text_blocks(drawing.picture()), IsEmpty());
}

TEST(TextBlocks, OfTwoWindowsAreKeptApartByTheirBorder) {
  Drawing drawing(400, 200, paper);
  drawing.word(60, 50, 5, ink);
  drawing.fill({106, 0, 294, 200}, ink);
  drawing.word(112, 50, 5, paper);
  EXPECT_THAT(text_blocks(drawing.picture()), SizeIs(2));
}

TEST(TextBlocks, ANoisyPictureIsOne) {
  Drawing drawing(300, 200, paper);
  for (int y = 20; y < 180; ++y) {
    for (int x = 20; x < 280; ++x) drawing.set(x, y, (x + y) % 2 == 0 ? 0x30A060 : 0x803020);
  }
  const auto blocks = text_blocks(drawing.picture());
  ASSERT_THAT(blocks, SizeIs(1));
  EXPECT_TRUE(holds(blocks[0], {20, 20, 260, 160}));
}

TEST(UnitedBlocks, AreLinesOneAboveTheOtherUpToTheLimit) {
  std::vector<Rect> lines;
  for (int i = 0; i < 10; ++i) lines.push_back({10, 20 * i, 200, 14});
  EXPECT_THAT(united_blocks(lines, 1'000'000), testing::ElementsAre(Rect{10, 0, 200, 194}));
  EXPECT_THAT(united_blocks(lines, 200 * 100), SizeIs(2));
  EXPECT_THAT(united_blocks({{10, 0, 100, 14}, {300, 20, 100, 14}, {10, 400, 100, 14}}, 1'000'000), SizeIs(3));
}

}  // namespace
}  // namespace interlock::sight
