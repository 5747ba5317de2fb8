/// The desktops behind a broker, and what the inbox shows of them.
#include "clients/console/fleet.h"

#include <gtest/gtest.h>

#include "clients/broker/messages.h"
#include "clients/broker/tests/questions.h"

namespace interlock::console {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using enum Fleet::Taken;

constexpr Fleet::Time fleet_start{1h};

std::string id_of(int number) {
  std::string digits = std::to_string(number);
  return std::string(32 - digits.size(), '0') + digits;
}

Fleet::Taken ask(Fleet& fleet, const std::string& desktop, int number, Fleet::Time now = fleet_start,
                 std::optional<std::chrono::seconds> expiry = 53s) {
  return fleet.take({desktop, broker::Kind::question, id_of(number)},
                    {.topic = {}, .payload = json::serialize(broker::question_json(id_of(number))), .expiry = expiry},
                    now);
}

Fleet::Taken report(Fleet& fleet, const std::string& desktop, const std::string& state) {
  return fleet.take({desktop, broker::Kind::state, {}}, {.topic = {}, .payload = state}, fleet_start);
}

TEST(Fleet, ShowsWhatIsOpen) {
  Fleet fleet;
  EXPECT_EQ(report(fleet, "desk-1", "online"), changed);
  EXPECT_EQ(report(fleet, "desk-1", "online"), nothing);
  EXPECT_EQ(report(fleet, "desk-1", "on fire"), refused);
  EXPECT_EQ(ask(fleet, "desk-1", 1), question);
  EXPECT_EQ(ask(fleet, "desk-1", 1), changed);
  EXPECT_EQ(ask(fleet, "desk-2", 2), question);
  const auto shown = fleet.questions(fleet_start + 2s);
  ASSERT_EQ(shown.size(), 2U);
  EXPECT_EQ(shown[0].at("desktop"), "desk-1");
  EXPECT_EQ(shown[0].at("expires_in_ms"), 50'000);
  EXPECT_EQ(shown[0].at("online"), json::value(true));
  EXPECT_EQ(shown[1].at("online"), json::value(false)) << "it never said that it is";
  EXPECT_EQ(shown[0].at("group"), shown[1].at("group"));
  EXPECT_EQ(fleet.open(fleet_start), (std::set<std::string>{"desk-1 " + id_of(1), "desk-2 " + id_of(2)}));
  EXPECT_EQ(fleet.take({"desk-1", broker::Kind::question, id_of(1)}, {}, fleet_start), changed) << "withdrawn";
  EXPECT_EQ(fleet.questions(fleet_start).size(), 1U);
}

TEST(Fleet, APauseIsKeptUntilItClosesAndIsNoQuestionOfTheInbox) {
  Fleet fleet;
  const auto offer = [&](const json::object& sent, const char* desktop = "desk-1") {
    return fleet.take({desktop, broker::Kind::pause, {}},
                      {.topic = {}, .payload = json::serialize(sent), .expiry = 20s}, fleet_start);
  };
  EXPECT_EQ(offer(broker::pause_json(id_of(1))), nothing);
  ASSERT_TRUE(fleet.pause("desk-1", fleet_start));
  EXPECT_EQ(fleet.pause("desk-1", fleet_start)->at("id").as_string(), id_of(1));
  EXPECT_TRUE(fleet.left("desk-1", id_of(1), fleet_start + 19s));
  EXPECT_FALSE(fleet.pause("desk-1", fleet_start + 20s));
  EXPECT_FALSE(fleet.pause("desk-2", fleet_start));
  EXPECT_EQ(fleet.questions(fleet_start).size(), 0U);
  EXPECT_TRUE(fleet.open(fleet_start).empty())
      << "open() must not return the question about a pause: it would be sent as a notification";
  // Another question in its place is refused: a person who takes over must not sign that.
  EXPECT_EQ(offer(broker::question_json(id_of(2))), refused);
  EXPECT_FALSE(fleet.pause("desk-1", fleet_start));
  EXPECT_FALSE(fleet.is_online("desk-1"));
  EXPECT_EQ(report(fleet, "desk-1", "paused"), changed);
  EXPECT_TRUE(fleet.is_online("desk-1"));
  EXPECT_EQ(fleet.states().at("paused"), 1U);
}

TEST(Fleet, QuestionsCloseByThemselves) {
  Fleet fleet;
  ask(fleet, "desk-1", 1, fleet_start, 10s);  // the broker had it for 42 s
  EXPECT_TRUE(fleet.left("desk-1", id_of(1), fleet_start + 9s));
  EXPECT_FALSE(fleet.left("desk-1", id_of(1), fleet_start + 10s));
  EXPECT_FALSE(fleet.left("desk-2", id_of(1), fleet_start));
  EXPECT_EQ(fleet.questions(fleet_start + 10s).size(), 0U);
}

TEST(Fleet, WhatWasAlteredIsNotShown) {
  Fleet fleet;
  json::object question = broker::question_json(id_of(1));
  question["shown"] = json::array{json::array{"agent", "another"}};
  EXPECT_EQ(fleet.take({"desk-1", broker::Kind::question, id_of(1)},
                       {.topic = {}, .payload = json::serialize(question)}, fleet_start),
            refused);
  EXPECT_EQ(fleet.questions(fleet_start).size(), 0U);
}

TEST(Fleet, OneThatAsksTooMuchHidesNobody) {
  Fleet fleet;
  int taken = 0;
  for (int i = 0; i < 10'000; ++i) taken += ask(fleet, "loud", i) == question ? 1 : 0;
  EXPECT_EQ(taken, static_cast<int>(Fleet::most_of_one));
  for (int i = 0; i < 300; ++i) EXPECT_EQ(ask(fleet, "desk-" + std::to_string(i), 1), question);
  const auto shown = fleet.questions(fleet_start);
  std::set<std::string> desktops;
  for (const auto& each : shown) desktops.emplace(each.at("desktop").as_string());
  EXPECT_EQ(desktops.size(), 301U);
  EXPECT_LE(shown.size(), Fleet::most_shown);
}

TEST(Fleet, NamesAreLimited) {
  Fleet fleet;
  for (std::size_t i = 0; i < Fleet::most_desktops; ++i) report(fleet, std::to_string(i), "online");
  EXPECT_EQ(report(fleet, "one more", "online"), too_many);
  EXPECT_EQ(ask(fleet, "one more", 1), too_many);
  EXPECT_EQ(fleet.states().at("online"), Fleet::most_desktops);
  EXPECT_EQ(report(fleet, "0", ""), changed) << "an empty state removes a desktop";
  EXPECT_EQ(report(fleet, "one more", "online"), changed);
}

}  // namespace
}  // namespace interlock::console
