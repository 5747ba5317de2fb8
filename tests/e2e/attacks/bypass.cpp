// Input that bypasses interlock, and the defences against it.
#include <gtest/gtest.h>

#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

namespace interlock::test {
namespace {

using namespace std::chrono_literals;

std::string with_foreign_input(const std::string& foreign_input) {
  return "preset: default\nhuman:\n  foreign_input: " + foreign_input +
         "\ndaemon:\n  prompt_timeout_s: 20\n  observation_deadline_ms: 5000\n";
}

testing::AssertionResult audit_has(const World& world, const std::string& text) {
  if (eventually([&] { return world.audit().find(text) != std::string::npos; })) return testing::AssertionSuccess();
  return testing::AssertionFailure() << text << " is not in the audit log:\n" << world.audit();
}

/// An agent with a terminal in which it can run anything.
class Bypass {
 public:
  explicit Bypass(const std::string& foreign_input) : world({.policy = with_foreign_input(foreign_input)}) {
    shell = world.desktop().start({"xterm", "-T", "shell", "-e", "sh"});
    focus_window(world.desktop(), window_titled(world.desktop(), "shell"));
    EXPECT_TRUE(eventually([this] { return watches(); })) << world.ctl({"--json", "status"}).output;
    std::this_thread::sleep_for(1200ms);  // the watch counts events from one second after its start
  }
  bool watches() {
    const auto status = json::parse(world.ctl({"--json", "status"}).output);
    return status.at("human").at("ok").as_bool();
  }
  /// Types the line; a person who is asked approves.
  void runs(const std::string& line) {
    auto asked = agent.act_later(type(line + "\n"));
    while (asked.wait_for(50ms) != std::future_status::ready) {
      const auto pending = world.ctl({"--json", "pending"}).output;
      const auto at = pending.find("\"id\":\"");
      if (at == std::string::npos) continue;
      world.ctl({"approve", pending.substr(at + 6, pending.find('"', at + 6) - at - 6)});
    }
    const auto done = asked.get();
    EXPECT_TRUE(done.executed()) << done;
  }

  World world;
  Process shell;
  Agent agent = world.agent("cheat");
};

TEST(Attack, RealXdotoolFromATerminalIsReported) {
  Bypass bypass("warn");
  bypass.runs("xdotool click 9");
  EXPECT_TRUE(audit_has(bypass.world, "\"foreign_input\""));
  EXPECT_TRUE(audit_has(bypass.world, "\"buttons\":1"));
  const auto status = bypass.world.ctl({"status"}).output;
  EXPECT_NE(status.find("1 button press"), std::string::npos) << status;
  EXPECT_TRUE(bypass.agent.act(key("Shift_L")).executed()) << "it is only reported";
}

TEST(Attack, RealXdotoolFromATerminalPauses) {
  Bypass bypass("pause");
  bypass.runs("xdotool click 9");
  EXPECT_TRUE(audit_has(bypass.world, "\"foreign_input\""));
  const auto next = bypass.agent.act(key("Shift_L"));
  EXPECT_EQ(next.text("code"), "paused") << next;
  EXPECT_FALSE(next.executed());
}

TEST(Attack, RealXdotoolFromATerminalHalts) {
  Bypass bypass("halt");
  bypass.runs("xdotool click 9");
  EXPECT_TRUE(audit_has(bypass.world, "\"foreign_input\""));
  const auto next = bypass.agent.act(key("Shift_L"));
  EXPECT_EQ(next.text("code"), "halted") << next;
}

TEST(Attack, TheAgentsOwnActsAreNotTakenForABypass) {
  Bypass bypass("halt");
  for (int i = 0; i < 20; ++i) bypass.runs("# some text " + std::to_string(i) + " with ä, ö and π");
  EXPECT_EQ(bypass.world.audit().find("\"foreign_input\""), std::string::npos);
}

TEST(Attack, PressingThePanicKeyOnlyHalts) {
  Bypass bypass("warn");
  bypass.runs("xdotool key shift+super+Escape");
  EXPECT_TRUE(audit_has(bypass.world, "\"panic_key\":\"synthetic\""));
  EXPECT_EQ(bypass.agent.act(key("Shift_L")).text("code"), "halted");
}

}  // namespace
}  // namespace interlock::test
