// When typed text counts as drawn.
#include "daemon/path/drawn.h"

#include <gtest/gtest.h>

namespace interlock::daemon {
namespace {
using namespace std::chrono_literals;

class DrawnTest : public testing::Test {
 protected:
  static Drawn::Time at(std::chrono::milliseconds after) { return Drawn::Time{} + 1h + after; }
  Drawn drawn{at(0ms)};
};

TEST_F(DrawnTest, TheFieldHasTheTextAndThePictureNoLongerChanges) {
  drawn.saw_change(at(20ms));
  drawn.saw_text(at(30ms));
  EXPECT_FALSE(drawn.is_drawn(at(80ms))) << "the last letters may not be drawn";
  EXPECT_TRUE(drawn.is_drawn(at(90ms)));
  drawn.saw_change(at(85ms));
  EXPECT_FALSE(drawn.is_drawn(at(90ms)));
}

TEST_F(DrawnTest, TextThatIsThereButNotShownIsWaitedFor) {
  drawn.saw_text(at(20ms));
  EXPECT_FALSE(drawn.is_drawn(at(1000ms)));
}

TEST_F(DrawnTest, WithoutTheFieldsTextThePictureMustBeStillForLonger) {
  drawn.saw_change(at(20ms));
  EXPECT_FALSE(drawn.is_drawn(at(150ms)));
  EXPECT_TRUE(drawn.is_drawn(at(170ms)));
}

TEST_F(DrawnTest, WhileTheProgramWaitsForAProcessorItsStillPictureSaysNothing) {
  drawn.saw_change(at(20ms));
  drawn.saw_text(at(30ms));
  drawn.was_held_up(at(90ms));
  EXPECT_FALSE(drawn.is_drawn(at(140ms)));
  EXPECT_TRUE(drawn.is_drawn(at(150ms)));
}

TEST_F(DrawnTest, TheWaitIsBounded) {
  EXPECT_FALSE(drawn.is_drawn(at(399ms)));
  EXPECT_TRUE(drawn.is_drawn(at(400ms))) << "nothing is shown, as in a terminal without echo";
  for (int i = 2; i < 200; ++i) drawn.saw_change(at(10ms * i));
  EXPECT_TRUE(drawn.is_drawn(at(2000ms))) << "something else moves there";
}

TEST_F(DrawnTest, ABlinkingCursorIsNoText) {
  platform::Image white{.width = 20, .height = 4, .pixels = std::vector<std::uint32_t>(80, 0xffffff)};
  auto cursor = white;
  for (std::size_t y = 0; y < 4; ++y) cursor.pixels[20 * y + 7] = cursor.pixels[20 * y + 8] = 0;
  EXPECT_FALSE(shows_other_text(white, white));
  EXPECT_FALSE(shows_other_text(white, cursor));
  auto letter = cursor;
  letter.pixels[20 + 12] = 0;
  EXPECT_TRUE(shows_other_text(white, letter));
}

TEST_F(DrawnTest, TheLastLineIsCompared) {
  EXPECT_EQ(last_line_of("one\ntwo three "), "two three");
  EXPECT_EQ(last_line_of("one\n"), "");
  EXPECT_EQ(last_line_of("a\xc2\xa0"
                         "b"),
            "a b");
  const std::string last = last_line_of("\xe2\x82\xac" + std::string(39, 'x'));
  EXPECT_EQ(last, std::string(39, 'x')) << "no half character";
}

}  // namespace
}  // namespace interlock::daemon
