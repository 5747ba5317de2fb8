// Which lines are read a second time.
#include "daemon/seeing/second_reading.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace interlock::daemon {
namespace {

bool again(std::initializer_list<const char*> texts) {
  std::vector<sight::Word> line;
  for (const char* text : texts) line.push_back({text, 90, 0, {}});
  return needs_second_reading(line);
}

TEST(SecondReading, IsOfWhatIsPersonalData) {
  EXPECT_TRUE(again({"Your", "code", "is", "381", "441"}));
  EXPECT_TRUE(again({"Tel.", "+49", "30", "1234567"}));
  EXPECT_TRUE(again({"4111", "1111", "1111", "1111"}));
}

TEST(SecondReading, IsOfWhatMayHaveBeenMisread) {
  EXPECT_TRUE(again({"4111", "1111", "1111", "1117"})) << "the check digit is wrong";
  EXPECT_TRUE(again({"5425-6103-9843-867"}));
  EXPECT_TRUE(again({"GB61", "NWBK", "6734", "9820", "2981", "0B"}));
  EXPECT_TRUE(again({"BE15,", "1370", "3077", "0943"})) << "another mark in a group";
  EXPECT_TRUE(again({"write", "to", "ann@", "shop"}));
  EXPECT_TRUE(again({"export", "SECRET=sk_live_gekIeS4Bv"}));
}

TEST(SecondReading, IsNotOfPlainLines) {
  EXPECT_FALSE(again({"Invoice", "RE-5048-58508,", "due", "in", "39", "days"}));
  EXPECT_FALSE(again({"Meeting", "11:00", "-", "13:45,", "room", "4.54"}));
  EXPECT_FALSE(again({"Anna", "Weber", "2026-02-28", "30,746.82", "EUR"}));
  EXPECT_FALSE(again({"10.108.3.21", "-", "GET", "/page/040", "200", "5417"}));
  EXPECT_FALSE(again({"Order", "527006,", "71", "items,", "total", "010.17"}));
  EXPECT_FALSE(again({"93053b00c908cdb10d5806c584d0a54adc", "commit:", "fix"}));
  EXPECT_FALSE(again({"-rw-r--r--", "1", "user", "user", "468973", "Nov", "13", "17:37", "notes.txt"}));
  EXPECT_FALSE(again({}));
}

}  // namespace
}  // namespace interlock::daemon
