// The protocol between interlockd and draw-text.
#include "platform/prompt/text_wire.h"

#include <gtest/gtest.h>

namespace interlock::platform::prompt {
namespace {

const std::vector<TextBlock> two = {
    {.text = "Spend money?", .bold = true, .size = 17, .colour = 0x1A1A1A, .width = 512, .lines = 4},
    {.text = "שלח עכשיו", .bold = false, .size = 14, .colour = 0, .width = 84, .lines = 1}};

DrawnText drawn(int width, int height) {
  return {{width, height, std::vector<std::uint32_t>(static_cast<std::size_t>(width * height), 0x80FF00AA)}, 1};
}

TEST(TextWire, ARequestArrivesAsItWasSent) {
  const auto read = decode_blocks(encode(two));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, two);
}

TEST(TextWire, ALineBreakInATextBeginsNoBlock) {
  constexpr std::string_view text{"a\n1 17 0 512 4 b\r\0c", 19};
  const auto read = decode_blocks(encode(std::vector<TextBlock>{{.text = std::string(text), .width = 9}}));
  ASSERT_TRUE(read) << read.error();
  ASSERT_EQ(read->size(), 1U);
  EXPECT_EQ(read->front().text, "a 1 17 0 512 4 b  c");
}

TEST(TextWire, ABlockOutOfItsBoundsIsRefused) {
  for (TextBlock wrong : {TextBlock{.size = 0, .width = 9},
                          {.size = most_size + 1, .width = 9},
                          {.width = 0},
                          {.width = most_width + 1},
                          {.width = 9, .lines = 0},
                          {.width = 9, .lines = most_lines + 1},
                          {.colour = 0x1000000, .width = 9}}) {
    EXPECT_FALSE(decode_blocks(encode(std::vector{wrong})));
  }
  EXPECT_FALSE(decode_blocks(encode(std::vector<TextBlock>(most_blocks + 1, two.front()))));
  EXPECT_FALSE(decode_blocks("interlock-text 2\n"));
  EXPECT_FALSE(decode_blocks("interlock-text 1\n0 14 0 9 1 no end of the line"));
}

TEST(TextWire, PicturesArriveAsTheyWereDrawn) {
  const auto read = decode_drawn(encode(std::vector{drawn(512, 20), drawn(84, 17)}), two);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ((*read)[1].image.pixels, drawn(84, 17).image.pixels);
  EXPECT_EQ((*read)[0].image.width, 512);
  EXPECT_EQ((*read)[0].baseline, 1);
}

TEST(TextWire, PicturesThatDoNotBelongToTheBlocksAreRefused) {
  EXPECT_FALSE(decode_drawn(encode(std::vector{drawn(513, 20), drawn(84, 17)}), two)) << "wider than its block";
  EXPECT_FALSE(decode_drawn(encode(std::vector{drawn(9, 9), drawn(9, greatest_height(two[1]) + 1)}), two))
      << "too high";
  EXPECT_FALSE(decode_drawn(encode(std::vector{drawn(512, 20)}), two)) << "too few";
  EXPECT_FALSE(decode_drawn(encode(std::vector{drawn(9, 9), drawn(9, 9), drawn(9, 9)}), two)) << "too many";
  std::string cut = encode(std::vector{drawn(9, 9), drawn(9, 9)});
  cut.pop_back();
  EXPECT_FALSE(decode_drawn(cut, two));
  EXPECT_FALSE(decode_drawn("", two));
}

}  // namespace
}  // namespace interlock::platform::prompt
