#include "daemon/desk/grant_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/sysmacros.h>

namespace interlock::daemon {
namespace {

using namespace std::chrono_literals;
using platform::ProcessFacts;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr pid_t emulator = 200, shell = 300, command = 400, outsider = 50;
const unsigned pty = makedev(136, 3);

Window window_of(pid_t program) {
  Window window;
  window.pid = static_cast<std::uint32_t>(program);
  return window;
}

ProcessFacts process(pid_t pid, pid_t parent, platform::SinceBoot started, std::string name) {
  return {.pid = pid,
          .parent = parent,
          .group = pid,
          .session = pid,
          .terminal = pty,
          .foreground = pid,
          .started = started,
          .user = 1000,
          .name = std::move(name),
          .executable = {}};
}

/// A person's command in a terminal that existed before any agent acted, elsewhere, at 50 s.
class GrantRules : public testing::Test {
 protected:
  GrantRules() : activity("") {
    activity.agent_acts(window_of(900), 50s);
    facts.now = 100s;
    facts.chain = {process(command, shell, 99s, "interlockctl"), process(shell, emulator, 20s, "bash"),
                   process(emulator, 1, 10s, "xterm")};
    facts.window_owners = {emulator, 900};
    facts.focused = emulator;
    facts.key = 98s;
  }
  std::string objection() { return judge_grant(facts, activity).objection; }
  /// The same from a process outside the desktop: CI, a container's shell.
  void comes_from_elsewhere() {
    facts.chain = {process(command, outsider, 99s, "interlockctl"), process(outsider, 1, 5s, "runner")};
    (*facts.chain)[0].session = outsider;
    facts.window_owners = {emulator, 900};
  }

  Activity activity;
  GrantFacts facts;
};

TEST_F(GrantRules, AKeyOfAPersonInTheirTerminalCounts) {
  const auto verdict = judge_grant(facts, activity);
  EXPECT_THAT(verdict.objection, IsEmpty());
  EXPECT_THAT(verdict.by, HasSubstr("a key of a real keyboard"));
}

TEST_F(GrantRules, NothingHasToBeProvenBeforeAnyAgentActed) {
  facts.key.reset();
  EXPECT_THAT(judge_grant(facts, Activity("")).objection, IsEmpty());
}

TEST_F(GrantRules, NotWithoutAKeyOrWithAnOldOneOrOneOfAnotherWindow) {
  facts.key = 94s;
  EXPECT_THAT(objection(), HasSubstr("nobody pressed a key"));
  facts.key.reset();
  EXPECT_THAT(objection(), HasSubstr("nobody pressed a key"));
  facts.key = 99s;
  facts.focused = 900;
  EXPECT_THAT(objection(), HasSubstr("nobody pressed a key"));
}

TEST_F(GrantRules, NotIfKeysCannotBeDistinguishedFromAPrograms) {
  facts.devices_trouble = "XInput 2.2 is missing";
  EXPECT_THAT(objection(), HasSubstr("XInput 2.2 is missing"));
}

TEST_F(GrantRules, NotInATerminalThatAgentsTypedIn) {
  activity.agent_acts(window_of(emulator), 60s);
  EXPECT_THAT(objection(), HasSubstr("agents acted in xterm"));
  // A shell that was opened in it since then is the person's.
  (*facts.chain)[1].started = 70s;
  activity.person_acts(65s);
  EXPECT_THAT(objection(), IsEmpty());
}

TEST_F(GrantRules, NotInAnyTerminalWhereTheWindowOfAnActWasNotKnown) {
  activity.agent_acts(Unknown::no_display, 60s);
  EXPECT_THAT(objection(), HasSubstr("agents acted in xterm"));
}

TEST_F(GrantRules, NotInTheBackground) {
  (*facts.chain)[0].foreground = shell;
  EXPECT_THAT(objection(), HasSubstr("foreground"));
}

TEST_F(GrantRules, NotInATerminalThatAnAgentMayHaveStarted) {
  (*facts.chain)[2].started = 70s;
  (*facts.chain)[1].started = 71s;
  EXPECT_THAT(objection(), HasSubstr("while agents had the desktop"));
}

TEST_F(GrantRules, FromElsewhereAProcessFromBeforeAnyActCounts) {
  comes_from_elsewhere();
  EXPECT_THAT(objection(), IsEmpty());
  facts.of_this_desktop = true;
  EXPECT_THAT(objection(), HasSubstr("belongs to the desktop"));
}

TEST_F(GrantRules, AnOrphanDoesNotCountWhoeverAdoptedIt) {
  comes_from_elsewhere();
  (*facts.chain)[0].session = command;
  EXPECT_THAT(objection(), HasSubstr("started after agents began to act"));
  facts.chain->pop_back();
  EXPECT_THAT(objection(), HasSubstr("started after agents began to act"));
}

TEST_F(GrantRules, AMultiplexerThatAgentsAreAttachedToDoesNotCount) {
  comes_from_elsewhere();
  facts.attached = true;
  EXPECT_THAT(objection(), HasSubstr("also shown in a window"));
}

TEST_F(GrantRules, ALoginOverTheNetworkAConsoleAndAnotherNamespaceCount) {
  facts.chain = {process(command, shell, 99s, "interlockctl"), process(shell, 1, 98s, "bash")};
  facts.remote_login = "192.0.2.7";
  EXPECT_THAT(judge_grant(facts, activity).by, HasSubstr("192.0.2.7"));
  facts.remote_login.clear();
  EXPECT_THAT(objection(), HasSubstr("nothing proves"));
  (*facts.chain)[0].terminal = makedev(4, 2);
  EXPECT_THAT(judge_grant(facts, activity).by, HasSubstr("console tty2"));
  (*facts.chain)[0].terminal = 0;
  facts.chain->back().parent = 0;
  EXPECT_THAT(objection(), IsEmpty());
}

TEST_F(GrantRules, UnreadableProcessesDoNotCount) {
  auto unseen = facts;
  unseen.chain.reset();
  EXPECT_FALSE(judge_grant(unseen, activity).objection.empty());
  unseen = facts;
  unseen.window_owners.reset();
  EXPECT_FALSE(judge_grant(unseen, activity).objection.empty());
}

}  // namespace
}  // namespace interlock::daemon
