#include "platform/x11/property.h"

#include <gtest/gtest.h>

namespace interlock::platform::x11 {
namespace {

using namespace std::string_view_literals;

std::vector<WindowNames> read(std::string_view bytes, std::uint8_t format = 8) {
  return former_names({.type = 300, .format = format, .bytes = bytes});
}

TEST(FormerNames, are_read_as_they_were_written) {
  EXPECT_TRUE(former_names({}).empty()) << "a window that was never renamed";
  const auto names = read("XTerm\0one\0\0two\xc3\xa9\0Gedit\0\0"sv);
  ASSERT_EQ(names.size(), 3u);
  EXPECT_EQ(names[0], (WindowNames{"XTerm", "one"}));
  EXPECT_EQ(names[1], (WindowNames{"", "twoé"}));
  EXPECT_EQ(names[2], (WindowNames{"Gedit", ""}));
}

TEST(FormerNames, mark_a_window_whatever_else_stands_there) {
  for (const auto& names : {read(""), read("\0"sv), read("XTerm"), read("abcd", 32)}) EXPECT_EQ(names.size(), 1u);
  EXPECT_EQ(read("XTerm").front().wm_class, "XTerm");
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "a\0b\0"sv;
  EXPECT_EQ(read(many).size(), most_former_names);
}

}  // namespace
}  // namespace interlock::platform::x11
