#include "a11y/wake.h"

#include <gtest/gtest.h>

namespace interlock::a11y {
namespace {

using namespace std::chrono_literals;

TEST(Awakenings, AWindowIsAskedOnceInTenSeconds) {
  Awakenings awakenings;
  const Ref one{":1.5", "/one"};
  const Ref other{":1.5", "/other"};
  const Awakenings::Time now{};
  EXPECT_TRUE(awakenings.may_begin(one, now));
  EXPECT_FALSE(awakenings.may_begin(one, now + 9999ms));
  EXPECT_TRUE(awakenings.may_begin(other, now + 9999ms));
  EXPECT_TRUE(awakenings.may_begin(one, now + 10s));
}

TEST(Awakenings, AreBounded) {
  Awakenings awakenings;
  const Awakenings::Time now{};
  int asked = 0;
  for (int i = 0; i < 1000; ++i) asked += awakenings.may_begin({":1.5", "/" + std::to_string(i)}, now) ? 1 : 0;
  EXPECT_EQ(asked, 64);
  EXPECT_TRUE(awakenings.may_begin({":1.5", "/late"}, now + 10s));
}

}  // namespace
}  // namespace interlock::a11y
