#include "values/lifespan.h"

#include <gtest/gtest.h>

namespace interlock::gate {
namespace {

using namespace std::chrono_literals;

TEST(Lifespan, IsReadAsPeopleWriteIt) {
  EXPECT_EQ(lifespan_from_text("once"), Lifespan());
  EXPECT_EQ(lifespan_from_text("session")->kind, Lifespan::Kind::session);
  EXPECT_EQ(lifespan_from_text("10m")->span, 10min);
  EXPECT_EQ(lifespan_from_text("90s")->span, 90s);
  EXPECT_EQ(lifespan_from_text("24h")->span, 24h);
}

TEST(Lifespan, IsNothingElse) {
  for (const char* text :
       {"", "m", "10", "0m", "-1m", "+1m", "1.5h", "25h", "10M", "10 m", "forever", "99999999999s", "1441m"}) {
    EXPECT_FALSE(lifespan_from_text(text)) << text;
  }
}

TEST(Lifespan, IsSaidInWords) {
  EXPECT_EQ(lifespan_text({}), "once");
  EXPECT_EQ(lifespan_text(*lifespan_from_text("session")), "for this session");
  EXPECT_EQ(lifespan_text(*lifespan_from_text("10m")), "for 10 minutes");
  EXPECT_EQ(lifespan_text(*lifespan_from_text("60m")), "for 1 hour");
  EXPECT_EQ(lifespan_text(*lifespan_from_text("61s")), "for 61 seconds");
}

}  // namespace
}  // namespace interlock::gate
