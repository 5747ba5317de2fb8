/// What goes to the broker, and what is taken back.
#include <gtest/gtest.h>

#include "clients/bridge/outbox.h"
#include "clients/broker/tests/questions.h"

namespace interlock::bridge {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
const std::string first(32, 'a'), second(32, 'b');

std::optional<std::string> some_picture(const std::string& id) {
  return "PNG of " + id.substr(0, 1);
}

/// "question/aaaa... 52 s" for each message; "-" for what is withdrawn.
std::vector<std::string> short_form(const std::vector<broker::Message>& messages) {
  std::vector<std::string> all;
  for (const auto& message : messages) {
    EXPECT_TRUE(message.retained);
    const std::string place = message.topic.substr(std::string("interlock/1/desk/").size(), 10);
    all.push_back(place + (message.payload.empty() ? " -" : " " + std::to_string(message.expiry.value_or(0s).count())));
  }
  return all;
}

TEST(Outbox, QuestionsGoOutOnceAndAreWithdrawn) {
  using Texts = std::vector<std::string>;
  Outbox outbox("desk");
  json::object pictured = broker::question_json(first);
  pictured["picture"] = true;
  EXPECT_EQ(short_form(outbox.update({pictured}, some_picture)), (Texts{"picture/aa 53", "question/a 53"}));
  EXPECT_EQ(outbox.update({pictured}, some_picture).size(), 0U);
  pictured["expires_in_ms"] = 900;  // time passes, and somebody signs
  pictured["signed_by"] = json::array{"anna"};
  EXPECT_EQ(short_form(outbox.update({pictured, broker::question_json(second)}, some_picture)),
            (Texts{"question/a 1", "question/b 53"}));
  EXPECT_EQ(outbox.open(), 2U);
  EXPECT_EQ(short_form(outbox.update({pictured}, some_picture)), (Texts{"question/b -", "picture/bb -"}));
}

TEST(Outbox, EverythingGoesOutAgainAfterALoss) {
  Outbox outbox("desk");
  EXPECT_EQ(outbox.update({broker::question_json(first)}, some_picture).size(), 1U);
  outbox.forget_published();
  EXPECT_EQ(outbox.update({broker::question_json(first)}, some_picture).size(), 1U);
}

TEST(Outbox, WhatTheBrokerKeptOfAnEarlierRunIsWithdrawn) {
  Outbox outbox("desk");
  outbox.update({broker::question_json(first)}, some_picture);
  EXPECT_EQ(outbox.withdraw_unknown(first).size(), 0U);
  EXPECT_EQ(short_form(outbox.withdraw_unknown(second)), (std::vector<std::string>{"question/b -", "picture/bb -"}));
}

TEST(Outbox, APauseGoesOutOnceAndWhenThereIsAnother) {
  using Texts = std::vector<std::string>;
  Outbox outbox("desk");
  const json::value one = broker::pause_json(first), two = broker::pause_json(second);
  EXPECT_EQ(outbox.update_pause(nullptr).size(), 0U);
  EXPECT_EQ(short_form(outbox.update_pause(&one)), (Texts{"pause 53"}));
  EXPECT_EQ(outbox.update_pause(&one).size(), 0U);
  EXPECT_EQ(short_form(outbox.update_pause(&two)), (Texts{"pause 53"}));
  outbox.forget_published();
  EXPECT_EQ(short_form(outbox.update_pause(&two)), (Texts{"pause 53"}));
  EXPECT_EQ(short_form(outbox.update_pause(nullptr)), (Texts{"pause -"}));
  EXPECT_EQ(outbox.open(), 0U);
}

}  // namespace
}  // namespace interlock::bridge
