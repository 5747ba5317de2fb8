// A stopped application, a killed daemon.
#include <gtest/gtest.h>

#include <csignal>

#include "tests/desktop/parts.h"
#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

namespace interlock::test {
namespace {

const std::string hung_policy = "preset: default\ndaemon:\n  prompt_timeout_s: 5\n  observation_deadline_ms: 1000\n";
using std::chrono::milliseconds;

class Hung : public testing::Test {
 protected:
  static void SetUpTestSuite() { world = std::make_unique<World>(World::Options{.policy = hung_policy}); }
  static void TearDownTestSuite() { world.reset(); }
  static inline std::unique_ptr<World> world;
};

TEST_F(Hung, AStoppedApplicationDelaysNoOthers) {
  auto hung = start_gtk3(world->desktop(), "Hung", "100,100");
  const auto well = start_gtk3(world->desktop(), "Well", "700,100");
  world->wait_until_seen(hung.centre("Next"), "Next");
  world->wait_until_seen(well.centre("Next"), "Next");
  auto first = world->agent("first");
  auto second = world->agent("second");

  hung.process().signal(SIGSTOP);
  auto stuck = first.act_later(click(hung.centre("Next")));
  const auto other = second.act(click(well.centre("Next")));
  const auto answer = stuck.get();
  hung.process().signal(SIGCONT);

  EXPECT_FALSE(answer.executed()) << answer;
  EXPECT_NE(json::serialize(answer.reply.at("element")).find("\"deadline\""), std::string::npos) << answer;
  EXPECT_TRUE(other.executed()) << other;
  EXPECT_TRUE(eventually([&] { return well.count("clicked", "Next") == 1; }));
  // When it runs again, it is seen again, and it got nothing while it was stopped.
  ASSERT_TRUE(eventually([&] {
    return first.act(click(hung.centre("Next")), {{"dry_run", true}}).element() == "Next";
  }));
  EXPECT_TRUE(first.act(click(hung.centre("Next"))).executed());
  EXPECT_TRUE(eventually([&] { return hung.count("clicked", "Next") == 1; }));
  EXPECT_EQ(hung.count("press"), 1);
}

TEST_F(Hung, TheNextDaemonReleasesWhatAKilledOneHeld) {
  X x(world->desktop().display());
  const auto form = start_gtk3(world->desktop(), "Holding", "100,100");
  world->wait_until_seen(form.centre("Next"), "Next");
  auto agent = world->agent();
  ASSERT_TRUE(agent.act({{"type", "key_down"}, {"key", "shift"}}).executed());
  ASSERT_TRUE(eventually([&] { return x.is_down("Shift_L"); }));
  world->daemon().signal(SIGKILL);
  world->daemon().wait();
  EXPECT_TRUE(x.is_down("Shift_L")) << "nobody has released it yet: the test can fail";
  world->start_daemon(hung_policy);
  EXPECT_TRUE(eventually([&] { return !x.anything_down(); }));
}

TEST_F(Hung, AnAgentThatLeavesHoldsNothing) {
  X x(world->desktop().display());
  {
    auto agent = world->agent();
    ASSERT_TRUE(agent.act({{"type", "key_down"}, {"key", "ctrl"}}).executed());
    ASSERT_TRUE(x.is_down("Control_L"));
  }
  EXPECT_TRUE(eventually([&] { return !x.anything_down(); }));
}

TEST_F(Hung, AStoppedDaemonHoldsNothing) {
  X x(world->desktop().display());
  auto agent = world->agent();
  ASSERT_TRUE(agent.act({{"type", "key_down"}, {"key", "alt"}}).executed());
  ASSERT_TRUE(x.is_down("Alt_L"));
  world->daemon().signal(SIGTERM);
  EXPECT_EQ(world->daemon().wait(), 0);
  EXPECT_FALSE(x.anything_down());
  world->start_daemon(hung_policy);
}

// Before it was fixed, each attempt blocked everybody for two seconds, left a thread behind, and crashed the daemon
// later.
TEST(HungDisplay, StoppedAtTheStartDelaysNoOthersAndWorksWhenItContinues) {
  World world({.policy = hung_policy, .daemon = false});
  const auto form = start_gtk3(world.desktop());
  Parts parts(world.desktop());
  world.write_policy(hung_policy);
  parts.x().signal(SIGSTOP);
  world.launch_daemon();
  ASSERT_TRUE(world.wait_until_serving()) << world.daemon_log();
  auto agent = world.agent();
  const auto threads = [&] {
    const auto status = read_file("/proc/" + std::to_string(world.daemon().pid()) + "/status");
    return std::stoi(status.substr(status.find("Threads:") + 8));
  };
  const auto at_first = threads();
  for (int i = 0; i < 4; ++i) {
    const auto blind = agent.act(click(form.centre("Next")));
    EXPECT_FALSE(blind.executed()) << blind;
    std::this_thread::sleep_for(milliseconds{300});
  }
  // Less, if one that works off the loop at the start has ended meanwhile.
  EXPECT_TRUE(eventually([&] { return threads() <= at_first; })) << threads() << ", " << at_first << " at first";
  const auto reported = world.ctl({"status"}).output;
  EXPECT_NE(reported.find("the X server does not answer"), std::string::npos) << reported;
  parts.x().signal(SIGCONT);
  world.wait_until_seen(form.centre("Next"), "Next");
  EXPECT_TRUE(agent.act(click(form.centre("Next"))).executed());
  EXPECT_EQ(world.ctl({"status"}).output.find("display        NOT"), std::string::npos);
}

TEST(HeldKey, IsReleasedWhoeverHasTheKeyboardThen) {
  World world({.policy = hung_policy});
  X x(world.desktop().display());
  auto form = start_gtk3(world.desktop());
  world.wait_until_seen(form.centre("Next"), "Next");
  auto agent = world.agent();
  ASSERT_TRUE(agent.act({{"type", "key_down"}, {"key", "shift"}}).executed());
  ASSERT_TRUE(x.is_down("Shift_L"));
  form.process().kill();
  x.focus(0);  // no window has it
  const auto let_go = agent.act({{"type", "key_up"}, {"key", "shift"}});
  EXPECT_TRUE(let_go.executed()) << let_go;
  EXPECT_FALSE(x.is_down("Shift_L"));
}

}  // namespace
}  // namespace interlock::test
