// Pictures as readers get them.
#include "sight/prepare.h"

#include <gtest/gtest.h>

#include "tests/unit/sight/drawing.h"

namespace interlock::sight {
namespace {

TEST(PreparePage, TextOnADarkGroundBecomesDarkOnLight) {
  Drawing light(80, 40, 0xFFFFFF), dark(80, 40, 0x000000), blue(80, 40, 0x2A62B9);
  light.word(10, 10, 6, 0x000000);
  dark.word(10, 10, 6, 0xFFFFFF);
  blue.word(10, 10, 6, 0xFFFFFF);
  const Grey wanted = prepare_page(light.picture(), 2);
  EXPECT_EQ(wanted.width, 160);
  EXPECT_EQ(wanted.pixels.front(), 255);
  EXPECT_EQ(prepare_page(dark.picture(), 2).pixels, wanted.pixels);
  const Grey on_blue = prepare_page(blue.picture(), 1);
  EXPECT_GT(on_blue.pixels.front(), 127);
  EXPECT_EQ(on_blue.pixels[10 * 80 + 10], 0) << "a letter";
}

}  // namespace
}  // namespace interlock::sight
