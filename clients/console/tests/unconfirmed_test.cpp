/// Answers without a confirmation are shown until it comes.
#include "clients/console/unconfirmed.h"

#include <gtest/gtest.h>

namespace interlock::console {
namespace {

using namespace std::chrono_literals;
namespace json = boost::json;

const Unconfirmed::Time given_at{};

TEST(Unconfirmed, AnAnswerIsShownUntilLongAfterItsQuestionIsClosed) {
  Unconfirmed answers;
  answers.add("desk-1 a", {{"desktop", "desk-1"}}, given_at + 10s, given_at);
  EXPECT_EQ(answers.list(given_at + 9s), json::parse(R"([{"desktop":"desk-1","expires_in_ms":1000}])"));
  EXPECT_EQ(answers.list(given_at + 10s), json::parse(R"([{"desktop":"desk-1","expires_in_ms":0}])"));
  EXPECT_EQ(answers.list(given_at + Unconfirmed::shown_for).size(), 0U);
}

TEST(Unconfirmed, WhatTheDesktopSaysLaterIsShownAndCountsOnce) {
  Unconfirmed answers;
  answers.add("desk-1 a", {{"desktop", "desk-1"}}, given_at + 10s, given_at);
  EXPECT_FALSE(answers.confirm("desk-1 b", "approved")) << "another one";
  EXPECT_EQ(answers.confirm("desk-1 a", "too late"), (json::object{{"desktop", "desk-1"}}));
  EXPECT_FALSE(answers.confirm("desk-1 a", "approved")) << "who may write results may repeat them";
  EXPECT_EQ(answers.list(given_at), json::parse(R"([{"desktop":"desk-1","said":"too late","expires_in_ms":10000}])"));
}

TEST(Unconfirmed, TheOldestAreForgotten) {
  Unconfirmed answers;
  for (std::size_t i = 0; i <= Unconfirmed::most; ++i) answers.add(std::to_string(i), {}, given_at, given_at);
  EXPECT_EQ(answers.list(given_at).size(), Unconfirmed::most);
  EXPECT_FALSE(answers.confirm("0", "denied"));
}

}  // namespace
}  // namespace interlock::console
