#include "daemon/showing/writing_time.h"

#include <gtest/gtest.h>

namespace interlock::daemon {
namespace {

using namespace std::chrono_literals;

TEST(WritingTime, KeepsBackMoreAtOnceAndLessLittleByLittle) {
  WritingTime time;
  EXPECT_EQ(time.reserve(), WritingTime::least);
  time.took(5ms);
  EXPECT_EQ(time.reserve(), WritingTime::least);
  time.took(80ms);
  EXPECT_EQ(time.reserve(), 120ms);
  time.took(5ms);
  EXPECT_EQ(time.reserve(), 105ms);
  for (int i = 0; i < 20; ++i) time.took(5ms);
  EXPECT_EQ(time.reserve(), WritingTime::least);
}

TEST(WritingTime, LeavesHalfOfTheTimeToLookWhateverItTook) {
  WritingTime time;
  time.took(1h);
  EXPECT_EQ(time.reserve(), WritingTime::most);
}

}  // namespace
}  // namespace interlock::daemon
