// The text of keys: characters of any script, dead keys, and keys that give none.
#include "platform/x11/key_text.h"

#include <gtest/gtest.h>

#include <X11/keysym.h>
#include <cstdlib>

namespace interlock::platform::x11 {
namespace {

TEST(KeyText, IsWhatThePersonMeans) {
  KeyText keys;
  EXPECT_EQ(keys.press(XK_a), "a");
  EXPECT_EQ(keys.press(XK_odiaeresis), "ö");
  EXPECT_EQ(keys.press(XK_Cyrillic_zhe), "ж");
  EXPECT_EQ(keys.press(0x1000000 + 0x4e2d), "中");
  EXPECT_EQ(keys.press(XK_Shift_L), "");
  EXPECT_EQ(keys.press(XK_F5), "");
}

TEST(KeyText, DeadKeysChangeTheNextOne) {
  KeyText keys;
  EXPECT_EQ(keys.press(XK_dead_acute), "");
  EXPECT_EQ(keys.press(XK_Shift_L), "");
  EXPECT_EQ(keys.press(XK_E), "É");
  EXPECT_EQ(keys.press(XK_Multi_key), "");
  EXPECT_EQ(keys.press(XK_equal), "");
  EXPECT_EQ(keys.press(XK_e), "€");
  EXPECT_EQ(keys.press(XK_e), "e");
}

}  // namespace
}  // namespace interlock::platform::x11
