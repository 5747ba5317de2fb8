// What another policy would have decided about recorded actions: `interlockctl audit replay` on a log that the daemon
// wrote.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr auto policy = "preset: default\nrules: [{when: {tool.name: send}, decision: block, reason: Not now.}]\n";

TEST(Replay, ReportsWhatAChangedPolicyWouldChangeAndWhatIsNotKnown) {
  World world({.desktop = {.accessibility = false}, .policy = policy});
  auto agent = world.agent("coder");
  ASSERT_EQ(agent.call("session.open", {{"name", "coder"}, {"scope", "fill_form"}}).error, "");
  const auto call = [&](const char* name, const char* file) {
    return agent.call("tool.before", {{"name", name}, {"args", {{"file", file}}}});
  };
  const auto written = call("write", "/etc/hosts");
  const auto sent = call("send", "a");
  ASSERT_EQ(written.text("decision"), "allow");
  ASSERT_EQ(sent.text("decision"), "block");
  call("read", "/etc/hosts");
  const auto moved = agent.act({{"type", "move"}, {"x", 40}, {"y", 50}});
  ASSERT_TRUE(moved.executed()) << moved;
  const auto typed = agent.act(type("hunter2"), {{"dry_run", true}});
  const auto masked = call("write", "ghp_16C7e42F292c6912E7710c838347Ae178B4a");
  const auto file = [&](const std::string& name, const std::string& text) {
    const auto path = std::filesystem::path(world.desktop().dir()) / name;
    std::ofstream(path) << text;
    return path.string();
  };
  const auto was = file("was.yaml", policy);
  const auto same = world.ctl({"audit", "replay", "--policy", was});
  EXPECT_EQ(same.code, 0) << same.output;
  EXPECT_THAT(same.output, HasSubstr("6 decisions: 0 stricter, 0 laxer, 4 the same, 2 not judged again"));
  EXPECT_THAT(same.output, HasSubstr("1: the typed text was not recorded"));
  EXPECT_THAT(same.output, HasSubstr("1: the call's arguments were not recorded completely"));

  const auto stricter = file("new.yaml", R"(preset: default
rules:
  - {when: {tool.args.file: /etc/*, tool.name: write}, decision: require_confirmation}
  - {when: {action: move, goal: fill_form}, decision: block, reason: Stay.}
)");
  const auto replayed = world.ctl({"audit", "replay", "--was", was, "--policy", stricter});
  EXPECT_EQ(replayed.code, 3) << replayed.output;
  EXPECT_THAT(replayed.output, HasSubstr("2 stricter, 1 laxer, 1 the same, 2 not judged again"));
  EXPECT_THAT(replayed.output, HasSubstr(written.text("id")));
  EXPECT_THAT(replayed.output, HasSubstr("allow -> require_confirmation  custom: "));
  EXPECT_THAT(replayed.output, HasSubstr("allow -> block  custom: Stay."));
  EXPECT_THAT(replayed.output, HasSubstr("block -> allow  default: "));
  EXPECT_THAT(replayed.output, Not(HasSubstr(masked.text("id"))));
  const auto json = world.ctl({"--json", "audit", "replay", "--was", was, "--policy", stricter});
  EXPECT_THAT(json.output, HasSubstr("\"id\":\"" + sent.text("id") + "\",\"was\":\"block\",\"now\":\"allow\""));
  EXPECT_THAT(json.output, HasSubstr("\"id\":\"" + typed.text("id") + "\",\"was\":"));

  // Compared with a policy that did not make these decisions, it does not claim to know.
  const auto unknown = world.ctl({"audit", "replay", "--was", stricter, "--policy", was});
  EXPECT_THAT(unknown.output, HasSubstr("the record leads to require_confirmation by the policy"));
  EXPECT_THAT(unknown.output, HasSubstr("0 stricter, 0 laxer"));
}

}  // namespace
}  // namespace interlock::test
