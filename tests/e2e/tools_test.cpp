// Calls of an agent's other tools, over the real sockets: a call that fails the same way again and again is stopped,
// the control socket reports it, and the next turn starts from zero.
#include <gtest/gtest.h>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

// Events of one kind until `last` returns true for one.
std::vector<json::object> events_until(ipc::Client& watcher, std::string_view kind,
                                       const std::function<bool(const json::object&)>& last) {
  std::vector<json::object> events;
  while (const auto event = watcher.next_event(patience)) {
    if (event->at("method").as_string() != kind) continue;
    events.push_back(event->at("params").as_object());
    if (last(events.back())) break;
  }
  return events;
}

bool blocks(const json::object& event) {
  return event.at("decision").as_string() == "block";
}

TEST(Tools, TheSameFailingCallIsStoppedInItsTurn) {
  World world({.desktop = {.accessibility = false}});
  auto control = ipc::Client::connect(world.socket("control"));
  ASSERT_TRUE(control);
  ASSERT_TRUE(control->call("watch"));
  auto agent = world.agent("coder");
  const json::object call = {{"name", "edit"}, {"args", {{"file", "a.c"}, {"api_key", "Zx81kPq0vTn4Ws7LmR2b"}}}};
  json::object failure = call;
  failure["result"] = "error: no such file\r\n";

  EXPECT_EQ(agent.call("turn.start").error, "");
  for (int i = 1; i <= 5; ++i) {
    const auto before = agent.call("tool.before", call);
    ASSERT_EQ(before.error, "");
    EXPECT_TRUE(before.reply.at("may_call").as_bool()) << i << " " << before;
    const auto after = agent.call("tool.after", failure);
    ASSERT_EQ(after.error, "");
    EXPECT_TRUE(after.reply.at("failed").as_bool());
    EXPECT_EQ(after.reply.at("hints").as_array().empty(), i < 2) << i << " " << after;
  }
  const auto stopped = agent.call("tool.before", call);
  EXPECT_EQ(stopped.text("decision"), "block") << stopped;
  EXPECT_EQ(stopped.text("code"), "exact_failure") << stopped;
  EXPECT_FALSE(stopped.reply.at("may_call").as_bool());

  const auto stuck = events_until(*control, "stuck.detected", blocks);
  ASSERT_FALSE(stuck.empty());
  EXPECT_EQ(stuck.front().at("decision").as_string(), "warn") << "it was warned before it was stopped";
  EXPECT_EQ(stuck.back().at("code").as_string(), "exact_failure");
  EXPECT_EQ(stuck.back().at("id").as_string(), stopped.text("id"));

  EXPECT_EQ(agent.call("turn.end").error, "");
  EXPECT_EQ(agent.call("tool.before", call).text("decision"), "allow");

  const auto explained = world.ctl({"explain", stopped.text("id")});
  EXPECT_NE(explained.output.find("exact_failure"), std::string::npos) << explained.output;
  EXPECT_EQ(world.audit().find("Zx81kPq0vTn4Ws7LmR2b"), std::string::npos);
  EXPECT_EQ(world.audit().find("no such file"), std::string::npos);
}

TEST(Tools, ALoopOfActionsIsReportedAsWell) {
  World world({.desktop = {.accessibility = false}});
  auto control = ipc::Client::connect(world.socket("control"));
  ASSERT_TRUE(control);
  ASSERT_TRUE(control->call("watch"));
  auto agent = world.agent("looper");
  const json::object move = {{"type", "move"}, {"x", 40}, {"y", 50}};
  Verdict last;
  for (int i = 1; i <= 7; ++i) {
    last = agent.act(move);
    EXPECT_EQ(last.reply.at("hints").as_array().empty(), i < 3 || i == 7) << i << " " << last;
  }
  EXPECT_EQ(last.text("code"), "stuck") << last;
  const auto stuck = events_until(*control, "stuck.detected", blocks);
  std::vector<std::string> codes;
  for (const auto& event : stuck) codes.emplace_back(event.at("code").as_string());
  EXPECT_EQ(codes, (std::vector<std::string>{"repeated_hint", "repeated_hint", "repeated_warning", "repeated_warning",
                                             "stuck"}));
}

}  // namespace
}  // namespace interlock::test
