/// Messages of the broker, which anybody may have written.
#include <gtest/gtest.h>

#include "clients/broker/messages.h"
#include "clients/broker/tests/questions.h"

namespace interlock::broker {
namespace {

namespace json = boost::json;
const std::string one(32, 'a'), two(32, 'b');

TEST(BrokerQuestion, IsTakenWithItsKeysAlone) {
  json::object sent = question_json(one);
  const json::object expected = sent;
  sent["script"] = "x";
  const auto read = read_question(one, json::serialize(sent));
  ASSERT_TRUE(read) << read.error();
  EXPECT_FALSE(read->contains("script"));
  for (const auto& [key, value] : expected) EXPECT_EQ(read->at(key), value) << key;
}

TEST(BrokerQuestion, ThatWasAlteredIsRefused) {
  const auto altered = [](const char* key, json::value value) {
    json::object sent = question_json(one);
    sent[key] = std::move(value);
    const auto read = read_question(one, json::serialize(sent));
    return read ? std::string("taken") : read.error();
  };
  EXPECT_EQ(altered("shown", json::array{json::array{"agent", "x"}}), "the statement is not of what is shown");
  EXPECT_EQ(altered("done", json::array{json::array{"action", "x"}}), "the statement is not of what would be done");
  EXPECT_EQ(altered("statement", "x"), "not a question: 'statement'");
  EXPECT_EQ(altered("statement", question_json(two).at("statement")), "the statement is of another question");
  EXPECT_EQ(altered("shown", 1), "not a question: 'shown'");
  EXPECT_EQ(altered("headline", json::object()), "not a question: 'headline'");
  EXPECT_EQ(altered("lifespans", json::array{1}), "not a question: 'lifespans'");
  EXPECT_EQ(altered("signed_by", json::value(std::string(99, 'x'))), "not a question: 'signed_by'");
  EXPECT_EQ(altered("expires_in_ms", -1), "not a question: 'expires_in_ms'");
  EXPECT_EQ(altered("needed", 65), "not a question: 'needed'");
  EXPECT_FALSE(read_question(two, json::serialize(question_json(one)))) << "under another id";
  EXPECT_FALSE(read_question(one, "[]"));
  EXPECT_FALSE(read_question(one, std::string(question_bytes + 1, ' ')));
}

TEST(BrokerQuestion, SaysItselfWhetherItHasAPicture) {
  json::object sent = question_json(one);
  sent["picture"] = true;  // its statement names no picture, so a signature would not cover what is shown
  EXPECT_EQ(read_question(one, json::serialize(sent))->at("picture"), json::value(false));
}

TEST(BrokerQuestion, IsEqualToThatOfAnotherDesktop) {
  const auto group = [](const json::object& question) {
    return group_of(*read_question(one, json::serialize(question)));
  };
  const std::string mine = group(question_json(one));
  EXPECT_EQ(mine.size(), 64U);
  EXPECT_EQ(group(question_json(one, "ben@other :1", "r9")), mine);
  EXPECT_NE(group(question_json(one, "anna@desk :7", "r1", "another agent")), mine);
  json::object more = question_json(one);
  more["lifespans"] = json::array{"once"};
  EXPECT_NE(group(more), mine);
}

TEST(BrokerAnswer, IsPassedOnAsItIs) {
  const std::string text = R"({"id":")" + one + R"(","approve":true,"lifespan":"once","signature":{"ssh":"x"}})";
  const auto read = read_answer(text);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(json::serialize(*read), text);
  for (const std::string& wrong :
       {std::string("{"), std::string("[]"), std::string("{}"), std::string(R"({"id":1})"),
        std::string(R"({"id":"x"})"), R"({"id":")" + one + R"(","approve":true,"watch":true})",
        std::string(answer_bytes + 1, ' ')})
    EXPECT_FALSE(read_answer(wrong)) << wrong.substr(0, 80);
}

TEST(BrokerResult, HasAnOutcomeOrAnError) {
  EXPECT_EQ(read_result(R"({"outcome":"counted","approver":"ben","signatures":1,"needed":2,"more":3})"),
            (json::object{{"outcome", "counted"}, {"approver", "ben"}, {"signatures", 1}, {"needed", 2}}));
  EXPECT_EQ(read_result(R"({"error":"no"})"), (json::object{{"error", "no"}}));
  EXPECT_FALSE(read_result(R"({"signatures":1})"));
  EXPECT_FALSE(read_result("x"));
}

TEST(BrokerPause, IsOfOneRowAlone) {
  EXPECT_TRUE(read_pause(json::serialize(pause_json(one))));
  EXPECT_FALSE(read_pause(json::serialize(question_json(one))));
  const approval::Rows shown = {{"what would happen", "Pause all agents of this desktop"}};
  for (const approval::Rows& done : {approval::Rows{},
                                     {{"pause", "all agents"}, {"action", "{}"}},
                                     {{"pause", "some"}},
                                     {{"action", "all agents"}}}) {
    EXPECT_FALSE(read_pause(json::serialize(with_rows(question_json(one), shown, done))));
  }
  for (const char* text : {"", "{}", "[]", R"({"id":1})", R"({"id":"a"})"}) EXPECT_FALSE(read_pause(text)) << text;
}

TEST(BrokerResult, APathForPeopleToCopyMeansNothingElseToAShell) {
  const auto vnc = [](const std::string& path) {
    const auto result =
        read_result(json::serialize(json::object{{"outcome", "approved"}, {"paused", true}, {"vnc", path}}));
    return result && result->contains("vnc");
  };
  EXPECT_TRUE(vnc("/run/user/1000/interlock-desktops/desk-1.b/vnc.sock"));
  for (const char* path : {"", "vnc.sock", "/run/x; reboot", "/run/$(reboot)", "/run/`id`", "/run/a b", "/run/\n",
                           "/run/é", "/run/'", "/run/~"})
    EXPECT_FALSE(vnc(path)) << path;
  EXPECT_FALSE(vnc("/" + std::string(256, 'a')));
}

}  // namespace
}  // namespace interlock::broker
