// What of the screen has been read, and what has to be read again.
#include "daemon/seeing/screen_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "tests/unit/sight/drawing.h"

namespace interlock::daemon {
namespace {

using sight::Drawing;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint32_t paper_white = 0xFFFFFF, letters_ink = 0x202020;

/// A screen with an area of its own, that is read by saying where its words are.
struct DrawnScreen : Drawing {
  explicit DrawnScreen(Rect area_ = {0, 0, 400, 200}) : Drawing(area_.width, area_.height, paper_white), area(area_) {}
  platform::Image image() const { return {picture().width, picture().height, picture().pixels}; }
  Rect area;
};

struct KnownText {
  ScreenText text;
  std::vector<sight::Word> words;  ///< that stand on the screen
  int portions = 0;

  /// Until nothing is unread; false if that does not end.
  bool read(const DrawnScreen& screen) {
    const auto image = screen.image();
    const ScreenText::View view{image, screen.area};
    for (int round = 0; round < 6; ++round) {
      const Rects parts = text.unread(view);
      if (parts.empty()) return text.unread_tiles(view).empty();
      for (const Rect& part : parts) {
        ++portions;
        std::vector<sight::Word> here;
        for (const auto& word : words) {
          if (!overlap(word.place, part).empty()) here.push_back(word);
        }
        text.learn(view, part, here);
      }
    }
    return false;
  }
  std::vector<std::string> known() const {
    std::vector<std::string> texts;
    for (const auto& word : text.words()) texts.push_back(word.text);
    std::sort(texts.begin(), texts.end());
    return texts;
  }
};

TEST(ScreenText, NothingIsKnownBeforeItIsRead) {
  DrawnScreen screen;
  screen.word(20, 20, 6, letters_ink);
  ScreenText text;
  const auto image = screen.image();
  EXPECT_FALSE(text.unread_tiles({image, screen.area}).empty());
  EXPECT_THAT(text.unread({image, screen.area}), SizeIs(1));
  const auto left = text.unread_tiles({image, screen.area});
  EXPECT_FALSE(left.empty()) << "the text still has to be read";
  for (const Rect& tile : left) EXPECT_LT(tile.y, 48) << "flat areas do not";
}

TEST(ScreenText, WhatIsUnchangedIsNotReadAgain) {
  DrawnScreen screen;
  KnownText reading;
  reading.words = {{"first", 90, 0, screen.word(20, 20, 6, letters_ink)},
                   {"second", 90, 1, screen.word(20, 150, 6, letters_ink)}};
  ASSERT_TRUE(reading.read(screen));
  EXPECT_EQ(reading.portions, 2);
  EXPECT_TRUE(reading.read(screen));
  EXPECT_EQ(reading.portions, 2);
  EXPECT_THAT(reading.known(), testing::ElementsAre("first", "second"));

  screen.set(24, 22, 0xA00000);  // one pixel of a letter
  reading.words[0].text = "changed";
  EXPECT_TRUE(reading.read(screen));
  EXPECT_EQ(reading.portions, 3);
  EXPECT_THAT(reading.known(), testing::ElementsAre("changed", "second"));
}

TEST(ScreenText, WhatWasPaintedOverByAWindowIsForgotten) {
  DrawnScreen screen;
  KnownText reading;
  reading.words = {{"first", 90, 0, screen.word(20, 20, 6, letters_ink)}};
  ASSERT_TRUE(reading.read(screen));
  screen.fill({0, 0, 200, 100}, paper_white);
  reading.words.clear();
  EXPECT_TRUE(reading.read(screen));
  EXPECT_THAT(reading.known(), IsEmpty());
}

TEST(ScreenText, TheRestOfAWordIsReadAgain) {
  DrawnScreen screen;
  KnownText reading;
  reading.words = {{"whole", 90, 0, screen.word(20, 20, 20, letters_ink)}};
  ASSERT_TRUE(reading.read(screen));
  screen.fill({100, 0, 200, 200}, 0xE0E0FF);  // the right half is covered
  reading.words = {{"rest", 90, 0, {20, 20, 78, 10}}};
  EXPECT_TRUE(reading.read(screen));
  EXPECT_THAT(reading.known(), testing::ElementsAre("rest"));
}

TEST(ScreenText, AWordThatChangedInPartIsReadAgainAsAWhole) {
  DrawnScreen screen;
  KnownText reading;
  const Rect upper = screen.word(20, 20, 6, letters_ink), lower = screen.word(20, 40, 6, letters_ink);
  reading.words = {{"both", 90, 0, sight::united(upper, lower)}};  // read in one portion
  ASSERT_TRUE(reading.read(screen));
  screen.set(24, 42, 0xA00000);
  reading.words = {{"lower", 90, 0, lower}, {"upper", 90, 0, upper}};
  EXPECT_TRUE(reading.read(screen));
  EXPECT_THAT(reading.known(), testing::ElementsAre("lower", "upper"));
}

TEST(ScreenText, OfAPartOfTheScreenIsKnownInTheWhole) {
  DrawnScreen screen;
  KnownText reading;
  reading.words = {{"first", 90, 0, screen.word(120, 60, 6, letters_ink)}};
  ASSERT_TRUE(reading.read(screen));
  DrawnScreen part({100, 50, 100, 60});
  part.word(20, 10, 6, letters_ink);
  EXPECT_TRUE(reading.read(part));
  EXPECT_EQ(reading.portions, 1);
  DrawnScreen further({500, 300, 100, 60});
  further.word(20, 10, 6, letters_ink);
  reading.words = {{"further", 90, 0, {520, 310, 46, 10}}};
  EXPECT_TRUE(reading.read(further));
  EXPECT_EQ(reading.portions, 2);
  EXPECT_THAT(reading.known(), testing::ElementsAre("first", "further"));
}

TEST(ScreenText, BesideWordsThatChangedOthersStayKnown) {
  DrawnScreen screen;
  KnownText reading;
  const Rect first = screen.word(20, 20, 6, letters_ink), second = screen.word(80, 20, 6, letters_ink);
  reading.words = {{"first", 90, 0, first}, {"second", 90, 0, second}};
  ASSERT_TRUE(reading.read(screen));
  screen.fill(second, paper_white);
  screen.word(80, 20, 3, letters_ink);
  reading.words = {{"again", 90, 0, first}, {"changed", 90, 0, {80, 20, 22, 10}}};
  EXPECT_TRUE(reading.read(screen));
  EXPECT_THAT(reading.known(), testing::ElementsAre("changed", "first"));
}

TEST(ScreenText, AllMayBeForgottenWhileAPartIsRead) {
  DrawnScreen screen;
  KnownText reading;
  const Rect first = screen.word(20, 20, 6, letters_ink);
  screen.word(20, 150, 6, letters_ink);
  const auto image = screen.image();
  const ScreenText::View view{image, screen.area};
  const Rects portions = reading.text.unread(view);
  ASSERT_EQ(portions.size(), 2U);
  reading.text.forget();
  reading.text.learn(view, portions.front(), {{"first", 90, 0, first}});
  EXPECT_THAT(reading.known(), testing::ElementsAre("first"));
  EXPECT_THAT(reading.text.unread_tiles(view), testing::Not(IsEmpty())) << "the rest has not been read";
}

TEST(ScreenText, ForgetsAllOfIt) {
  DrawnScreen screen;
  KnownText reading;
  reading.words = {{"first", 90, 0, screen.word(20, 20, 6, letters_ink)}};
  ASSERT_TRUE(reading.read(screen));
  reading.text.forget();
  EXPECT_THAT(reading.known(), IsEmpty());
  EXPECT_TRUE(reading.read(screen));
  EXPECT_EQ(reading.portions, 2);
}

}  // namespace
}  // namespace interlock::daemon
