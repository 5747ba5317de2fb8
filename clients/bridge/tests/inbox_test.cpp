/// Which messages become answers, and how often.
#include <gtest/gtest.h>

#include "clients/bridge/inbox.h"

namespace interlock::bridge {
namespace {

const std::string known(32, 'a');
const std::string denial = R"({"id":")" + known + R"(","approve":false})";

bool is_known(const std::string& id) {
  return id == known;
}

TEST(Inbox, AnAnswerGoesOnOnce) {
  Inbox inbox;
  const Fate fate = inbox.take(denial, "c1", is_known);
  ASSERT_TRUE(std::holds_alternative<Forward>(fate));
  const auto& forward = std::get<Forward>(fate);
  EXPECT_EQ(boost::json::serialize(forward.params), denial);
  EXPECT_EQ(std::get<Repeat>(inbox.take(denial, "c1", is_known)).result, "") << "the first is under way";
  inbox.done(forward.digest, "{}");
  EXPECT_EQ(std::get<Repeat>(inbox.take(denial, "c1", is_known)).result, "{}");
  EXPECT_TRUE(std::holds_alternative<Forward>(inbox.take(denial, "c2", is_known))) << "a person tried again";
}

TEST(Inbox, WhatDidNotArriveMayBeTriedAgain) {
  Inbox inbox;
  const Fate fate = inbox.take(denial, "c1", is_known);
  inbox.failed(std::get<Forward>(fate).digest);
  EXPECT_TRUE(std::holds_alternative<Forward>(inbox.take(denial, "c1", is_known)));
}

TEST(Inbox, UnknownQuestionsAndNonsenseAreDropped) {
  Inbox inbox;
  const std::string other = R"({"id":")" + std::string(32, 'b') + R"(","approve":false})";
  EXPECT_EQ(std::get<Drop>(inbox.take(other, "c", is_known)).why, "no question with this id was asked here");
  EXPECT_TRUE(std::holds_alternative<Drop>(inbox.take("{", "c", is_known)));
}

TEST(Inbox, RemembersALimitedNumber) {
  Inbox inbox;
  for (std::size_t i = 0; i <= Inbox::most; ++i) inbox.take(denial, std::to_string(i), is_known);
  EXPECT_TRUE(std::holds_alternative<Repeat>(inbox.take(denial, "1", is_known)));
  EXPECT_TRUE(std::holds_alternative<Forward>(inbox.take(denial, "0", is_known))) << "the oldest is forgotten";
}

}  // namespace
}  // namespace interlock::bridge
