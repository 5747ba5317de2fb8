#include <gtest/gtest.h>

#include "platform/x11/property_text.h"
#include "platform/x11/unicode.h"

namespace interlock::platform::x11 {
namespace {

TEST(X11Text, reads_utf8_strictly) {
  EXPECT_EQ(code_points("aé中😀"), U"aé中😀");
  EXPECT_EQ(code_points(""), U"");
  for (const char* bad : {"\xff", "\xc0\x80", "\xc3", "a\xe4\xb8", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80"}) {
    EXPECT_FALSE(code_points(bad)) << bad;
  }
}

TEST(X11Text, writes_what_it_reads) {
  for (const char32_t c : {U'a', U'\x7f', U'\x80', U'\x7ff', U'\x800', U'\xffff', U'\x10000', U'\x10ffff'}) {
    EXPECT_EQ(code_points(utf8(c)), std::u32string(1, c));
  }
}

TEST(X11Text, properties_become_utf8_and_end_at_nul) {
  EXPECT_EQ(utf8_property("caf\xc3\xa9"), "café");
  EXPECT_EQ(utf8_property("a\xff"
                          "b"),
            "a\ufffd"
            "b");
  EXPECT_EQ(utf8_property(std::string_view("ab\0cd", 5)), "ab");
  EXPECT_EQ(latin1_property("caf\xe9"), "café");
}

TEST(X11Text, class_is_the_second_word_of_wm_class) {
  EXPECT_EQ(class_property(std::string_view("xterm\0XTerm\0", 12)), "XTerm");
  EXPECT_EQ(class_property(std::string_view("xterm\0XTerm", 11)), "XTerm");
  EXPECT_EQ(class_property("xterm"), "");
  EXPECT_EQ(class_property(""), "");
}

TEST(X11Text, symbols_are_the_layouts_or_any_clients) {
  EXPECT_EQ(keysym_of(U'a'), 0x61U);
  EXPECT_EQ(keysym_of(U'é'), 0xe9U);
  EXPECT_EQ(keysym_of(U'ж'), 0x6d6U);  // Cyrillic_zhe, as layouts have it
  EXPECT_EQ(unicode_keysym_of(U'ж'), 0x1000436U);
  EXPECT_EQ(unicode_keysym_of(U'é'), 0xe9U);
}

}  // namespace
}  // namespace interlock::platform::x11
