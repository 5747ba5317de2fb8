// Pasted text is judged like typed text.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

const std::string paste_policy = "preset: default\ndaemon:\n  prompt_timeout_s: 1\n  observation_deadline_ms: 5000\n";

class Paste : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.desktop = {.accessibility = false}, .policy = paste_policy});
  }
  static void TearDownTestSuite() { world.reset(); }

  // A person has copied and selected this in a GTK application.
  static Process copied(const std::string& clipboard, const std::string& selection) {
    const auto log = world->desktop().dir() + "/owned";
    std::filesystem::remove(log);
    auto owner = world->desktop().start(
        {"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/fixtures/clipboard_owner.py", log, clipboard, selection});
    EXPECT_TRUE(eventually([&] { return read_file(log) == "owned\n"; }));
    return owner;
  }
  static void expect_nothing_came(Terminal& terminal, const std::string& so_far = "") {
    // Anything still in transit would arrive before what the human types now.
    terminal.human_presses("semicolon");
    EXPECT_TRUE(terminal.holds(so_far + ";")) << terminal.text();
  }

  static inline std::unique_ptr<World> world;
};

TEST_F(Paste, AHarmlessCommandIsPastedAndRuns) {
  const auto owner = copied("not this", "ls -l");
  Terminal terminal(world->desktop());
  auto agent = world->agent();
  const auto pasted = agent.act(key("shift+Insert"));
  EXPECT_EQ(pasted.text("decision"), "allow") << pasted;
  EXPECT_TRUE(pasted.executed()) << pasted;
  EXPECT_TRUE(terminal.holds("ls -l")) << terminal.text();
  const auto enter = agent.act(key("Return"));
  EXPECT_TRUE(enter.executed()) << enter;
  EXPECT_TRUE(terminal.holds("ls -l\n")) << terminal.text();
}

TEST_F(Paste, ADestructiveLineIsNotPasted) {
  const auto owner = copied("not this", "rm -rf /\n");
  Terminal terminal(world->desktop());
  auto middle_click = click(middle(window_rect(world->desktop(), terminal.window())));
  middle_click["button"] = "middle";
  for (const auto& action : {key("shift+Insert"), middle_click}) {
    auto agent = world->agent();
    const auto pasted = agent.act(action);
    EXPECT_EQ(pasted.text("decision"), "block") << pasted;
    EXPECT_EQ(pasted.text("rule"), "command") << pasted;
    EXPECT_FALSE(pasted.executed());
  }
  expect_nothing_came(terminal);
}

TEST_F(Paste, PastedAndTypedPartsAreOneLine) {
  const auto owner = copied("not this", "-rf /");
  Terminal terminal(world->desktop());
  auto agent = world->agent();
  EXPECT_TRUE(agent.act(type("rm ")).executed());
  EXPECT_TRUE(agent.act(key("shift+Insert")).executed());
  EXPECT_TRUE(terminal.holds("rm -rf /")) << terminal.text();
  const auto enter = agent.act(key("Return"));
  EXPECT_EQ(enter.text("decision"), "block") << enter;
  expect_nothing_came(terminal, "rm -rf /");
}

TEST_F(Paste, AnOwnerThatHangsLeavesItUnknown) {
  auto owner = copied("not this", "ls");
  Terminal terminal(world->desktop());
  owner.signal(SIGSTOP);
  auto agent = world->agent();
  const auto pasted = agent.act(key("shift+Insert"));
  owner.signal(SIGCONT);
  EXPECT_EQ(pasted.text("decision"), "require_confirmation") << pasted;
  EXPECT_EQ(pasted.text("code"), "unseen_command") << pasted;
  EXPECT_FALSE(pasted.executed());
  expect_nothing_came(terminal);
}

TEST_F(Paste, TextCopiedWhileTheHumanIsAskedIsNotPasted) {
  auto owner = copied("not this", "rm notes.txt\n");
  Terminal terminal(world->desktop());
  world->start_daemon("preset: default\ndaemon:\n  prompt_timeout_s: 30\n  observation_deadline_ms: 5000\n");
  auto agent = world->agent();
  auto asked = agent.act_later(key("shift+Insert"));
  const auto id = world->pending_id();
  const auto next = copied("not this", "rm *\n");
  EXPECT_EQ(world->ctl({"approve", id}).code, 0);
  const auto done = asked.get();
  EXPECT_FALSE(done.executed()) << done;
  EXPECT_EQ(done.text("code"), "target_changed") << done;
  expect_nothing_came(terminal);
  world->start_daemon(paste_policy);
}

}  // namespace
}  // namespace interlock::test
