/// Which messages become answers, and how often.
#include <gtest/gtest.h>

#include "clients/bridge/inbox.h"

namespace interlock::bridge {
namespace {

const std::string denial = R"({"id":")" + std::string(32, 'a') + R"(","approve":false})";

TEST(Inbox, AnAnswerGoesOnOnce) {
  Inbox inbox;
  const Fate fate = inbox.take(denial, "c1");
  ASSERT_TRUE(std::holds_alternative<Forward>(fate));
  const auto& forward = std::get<Forward>(fate);
  EXPECT_EQ(boost::json::serialize(forward.params), denial);
  EXPECT_EQ(std::get<Repeat>(inbox.take(denial, "c1")).result, "") << "the first is under way";
  inbox.done(forward.digest, "{}");
  EXPECT_EQ(std::get<Repeat>(inbox.take(denial, "c1")).result, "{}");
  EXPECT_TRUE(std::holds_alternative<Forward>(inbox.take(denial, "c2"))) << "a person tried again";
}

TEST(Inbox, WhatDidNotArriveMayBeTriedAgain) {
  Inbox inbox;
  const Fate fate = inbox.take(denial, "c1");
  inbox.failed(std::get<Forward>(fate).digest);
  EXPECT_TRUE(std::holds_alternative<Forward>(inbox.take(denial, "c1")));
}

TEST(Inbox, NonsenseIsDropped) {
  Inbox inbox;
  EXPECT_TRUE(std::holds_alternative<Drop>(inbox.take("{", "c")));
}

TEST(Inbox, RemembersALimitedNumber) {
  Inbox inbox;
  for (std::size_t i = 0; i <= Inbox::most; ++i) inbox.take(denial, std::to_string(i));
  EXPECT_TRUE(std::holds_alternative<Repeat>(inbox.take(denial, "1")));
  EXPECT_TRUE(std::holds_alternative<Forward>(inbox.take(denial, "0"))) << "the oldest is forgotten";
}

}  // namespace
}  // namespace interlock::bridge
