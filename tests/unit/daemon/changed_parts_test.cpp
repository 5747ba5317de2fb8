// What of a text is read again when some of it has changed.
#include "daemon/seeing/changed_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sight/text_blocks.h"
#include "tests/unit/sight/drawing.h"

namespace interlock::daemon {
namespace {

using sight::Drawing;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint32_t paper = 0xFFFFFF, ink = 0x202020;

/// Pixels of this rectangle have changed.
ChangedPixels changed_at(const Rect& place) {
  return [place](const Rect& part) {
    const Rect both = overlap(place, part);
    return both.empty() ? Rect{} : both;
  };
}

TEST(ChangedParts, AreTheWordsThatChangedAndNotTheirLine) {
  Drawing drawing(600, 60, paper);
  const Rect first = drawing.word(20, 20, 6, ink), second = drawing.word(80, 20, 6, ink),
             third = drawing.word(140, 20, 6, ink);
  const Rect line = sight::united(first, third);
  const Rects words{first, second, third};
  EXPECT_THAT(changed_parts(drawing.picture(), line, words, changed_at({90, 24, 1, 1})), ElementsAre(second));
  EXPECT_THAT(changed_parts(drawing.picture(), line, words, changed_at({0, 0, 600, 10})), IsEmpty());
}

TEST(ChangedParts, HaveTheWordThatLettersWereAddedTo) {
  Drawing drawing(600, 60, paper);
  const Rect first = drawing.word(20, 20, 6, ink), second = drawing.word(80, 20, 4, ink);
  const Rect added = drawing.word(sight::right(second) + 2, 20, 2, ink);
  const Rect line = sight::united(first, added);
  EXPECT_THAT(changed_parts(drawing.picture(), line, {first, second}, changed_at(added)),
              ElementsAre(sight::united(second, added)));
}

TEST(ChangedParts, CutNoLetter) {
  Drawing drawing(600, 60, paper);
  const Rect word = drawing.word(20, 20, 6, ink);  // that no reader has seen
  const auto parts = changed_parts(drawing.picture(), word, {}, changed_at({44, 24, 1, 1}));
  EXPECT_THAT(parts, ElementsAre(word));
}

TEST(ChangedParts, AreTheLinesThatChangedOfATextWithoutBlankRows) {
  Drawing drawing(600, 200, paper);
  Rects lines;
  for (int line = 0; line < 8; ++line) lines.push_back(drawing.word(20, 10 + 11 * line, 10, ink));
  const Rect block = sight::united(lines.front(), lines.back());
  const ChangedPixels changed = [&](const Rect& part) {
    const Rect one = overlap(lines[1], part), other = overlap(lines[6], part);
    return one.empty() ? other : one;
  };
  EXPECT_THAT(changed_parts(drawing.picture(), block, lines, changed), ElementsAre(lines[1], lines[6]));
}

TEST(DividedBlocks, EndWhereAnotherTextMayBegin) {
  Drawing drawing(600, 60, paper);
  const Rect known = drawing.word(20, 20, 6, ink), other = drawing.word(80, 20, 6, ink);
  const Rects blocks = sight::text_blocks(drawing.picture());
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(divided_blocks(drawing.picture(), blocks, {}), blocks) << "nothing of it has been read";
  const Rects divided = divided_blocks(drawing.picture(), blocks, {known});
  ASSERT_EQ(divided.size(), 2U);
  EXPECT_TRUE(overlap(divided[0], other).empty());
  EXPECT_TRUE(overlap(divided[1], known).empty());
  const Rect large{known.x, known.y, known.width, 24};
  EXPECT_EQ(divided_blocks(drawing.picture(), blocks, {large}), blocks) << "blanks of large letters are as wide";
}

TEST(UnitedParts, EncloseNothingThatIsKnown) {
  const Rect upper{20, 20, 40, 10}, lower{20, 36, 200, 10}, beside{100, 20, 60, 10};
  EXPECT_THAT(united_parts({upper, lower}, {}, 10000), ElementsAre(Rect{20, 20, 200, 26}));
  EXPECT_THAT(united_parts({upper, lower}, {beside}, 10000), ElementsAre(upper, lower));
  EXPECT_THAT(united_parts({upper, lower}, {{20, 36, 20, 10}}, 10000), ElementsAre(Rect{20, 20, 200, 26}))
      << "it is read again anyway";
}

}  // namespace
}  // namespace interlock::daemon
