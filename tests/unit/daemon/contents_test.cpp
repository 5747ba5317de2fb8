// Whether a window shows what it showed: what is the same picture, and what is another.
#include "daemon/pictures/contents.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace interlock::daemon {
namespace {

using platform::Image;
using Care = Contents::Care;

constexpr std::int32_t width = 240;
constexpr std::int32_t height = 120;

Image page() {
  return {width, height, std::vector<std::uint32_t>(static_cast<std::size_t>(width * height), 0xFFFFFF)};
}

Image with(const Rect& dark) {
  Image image = page();
  for (std::int32_t y = dark.y; y < dark.y + dark.height; ++y) {
    for (std::int32_t x = dark.x; x < dark.x + dark.width; ++x)
      image.pixels.at(static_cast<std::size_t>(y * width + x)) = 0;
  }
  return image;
}

TEST(Contents, EqualPicturesHaveOneNumber) {
  Contents contents;
  const auto first = contents.number_of(page(), Care::exact);
  const auto second = contents.number_of(with({0, 12, width, 12}), Care::exact);
  EXPECT_NE(first, second);
  EXPECT_EQ(contents.number_of(page(), Care::exact), first);
  EXPECT_EQ(contents.number_of(with({0, 12, width, 12}), Care::exact), second);
}

TEST(Contents, ABlinkingTextCursorChangesAPictureOnlyWhereKeysMayHaveMovedIt) {
  Contents contents;
  const Image cursor = with({50, 24, 2, 12});
  const auto plain = contents.number_of(page(), Care::rough);
  EXPECT_EQ(contents.number_of(cursor, Care::rough), plain);
  EXPECT_NE(contents.number_of(cursor, Care::exact), plain);
}

TEST(Contents, ALineThatMovesAndAnotherSizeAreOtherPictures) {
  Contents contents;
  const auto first = contents.number_of(with({0, 20, width, 16}), Care::rough);
  EXPECT_NE(contents.number_of(with({0, 36, width, 16}), Care::rough), first);
  EXPECT_NE(contents.number_of({1, 1, {0xFFFFFF}}, Care::rough), first);
  EXPECT_NE(contents.number_of({0, 0, {}}, Care::rough), first);
}

using Pictures = std::vector<Image>;
constexpr std::int32_t tile = Restless::tile;
constexpr std::uint64_t window = 7;
const Image nothing = page();
const Image tick = with({0, 0, 1, 1});
const Image minute = with({tile, 0, 1, 1});
const Image row = with({0, 40, 1, 1});

std::ptrdiff_t restless_pixels(const Restless& restless) {
  const auto& parts = restless.parts(window, width, height);
  return std::count(parts.begin(), parts.end(), true);
}

TEST(Restless, WhatChangesBetweenAnyTwoPicturesAfterTwoActsIsRestless) {
  Restless restless;
  restless.idle(window, Pictures{nothing, tick, nothing});
  EXPECT_EQ(restless_pixels(restless), 0) << "one act's doing, perhaps";
  restless.idle(window, Pictures{tick, nothing, tick, nothing});
  ASSERT_EQ(restless.parts(window, width, height).size(), nothing.pixels.size());
  EXPECT_TRUE(restless.parts(window, width, height)[0]);
  EXPECT_EQ(restless_pixels(restless), tile * tile);
  EXPECT_TRUE(restless.parts(window, height, width).empty()) << "of another size";
}

TEST(Restless, AnotherWindowHasItsOwnParts) {
  Restless restless;
  for (int act = 0; act < 2; ++act) restless.idle(window, Pictures{nothing, tick, nothing});
  EXPECT_EQ(restless_pixels(restless), tile * tile);
  EXPECT_TRUE(restless.parts(window + 1, width, height).empty());
  restless.idle(window + 1, Pictures{nothing, tick, nothing});
  EXPECT_EQ(restless_pixels(restless), 0) << "it is forgotten";
}

TEST(Restless, TheMinutesOfAClockBelongToItsSeconds) {
  Restless restless;
  restless.idle(window, Pictures{nothing, tick, nothing});
  restless.idle(window, Pictures{nothing, tick, minute});
  EXPECT_EQ(restless_pixels(restless), 2 * tile * tile);
}

TEST(Restless, WhatAnActShowsLateIsNot) {
  Restless restless;
  for (int act = 0; act < 5; ++act) restless.idle(window, Pictures{nothing, row, row});
  for (int act = 0; act < 5; ++act) restless.idle(window, Pictures{nothing, row});  // too few to say
  EXPECT_EQ(restless_pixels(restless), 0);
}

TEST(Restless, AVideoIsContent) {
  Restless restless;
  for (int act = 0; act < 5; ++act) restless.idle(window, Pictures{nothing, with({0, 0, width, 20}), nothing});
  EXPECT_EQ(restless_pixels(restless), 0);
}

}  // namespace
}  // namespace interlock::daemon
