/// Links open one session, once and soon; sessions end.
#include "clients/console/logins.h"

#include <gtest/gtest.h>

namespace interlock::console {
namespace {

const Logins::Time now{};

TEST(Logins, ALinkOpensOneSession) {
  Logins logins;
  const auto link = logins.new_link(now);
  EXPECT_EQ(link.size(), 64u);
  const auto session = logins.open(link, now);
  EXPECT_TRUE(logins.is_open(session, now));
  EXPECT_NE(session, link);
  EXPECT_EQ(logins.open(link, now), "") << "it was used";
  EXPECT_EQ(logins.open("", now), "");
  EXPECT_EQ(logins.open(session, now), "");
}

TEST(Logins, LinksAndSessionsExpire) {
  Logins logins;
  EXPECT_EQ(logins.open(logins.new_link(now), now + Logins::link_lasts), "");
  const auto session = logins.open(logins.new_link(now), now);
  const auto later = now + Logins::session_lasts - std::chrono::seconds{1};
  EXPECT_TRUE(logins.is_open(session, later));
  EXPECT_TRUE(logins.is_open(session, later + std::chrono::hours{1})) << "it was used meanwhile";
  EXPECT_FALSE(logins.is_open(session, later + std::chrono::hours{14}));
}

TEST(Logins, SigningOutEndsASession) {
  Logins logins;
  const auto session = logins.open(logins.new_link(now), now);
  logins.close(session);
  EXPECT_FALSE(logins.is_open(session, now));
  EXPECT_FALSE(logins.is_open("", now));
}

TEST(Logins, AreBounded) {
  Logins logins;
  const auto first = logins.open(logins.new_link(now), now);
  for (std::size_t i = 0; i < Logins::most; ++i) logins.open(logins.new_link(now), now);
  EXPECT_FALSE(logins.is_open(first, now));
}

}  // namespace
}  // namespace interlock::console
