// A flow that a person approved beforehand: recorded, reviewed, identified by its hash, followed without questions, and
// left at the first step that is not in it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using testing::HasSubstr;

const std::string quick_answers = "preset: default\ndaemon:\n  prompt_timeout_s: 1\n  observation_deadline_ms: 5000\n";

class Playbook : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(
        World::Options{.policy = "preset: default\ndaemon:\n  observation_deadline_ms: 5000\n"});
    form = std::make_unique<App>(start_gtk3(world->desktop()));
    world->wait_until_seen(form->centre("Submit Order"), "Submit Order");
  }
  static void TearDownTestSuite() {
    form.reset();
    world.reset();
  }
  static std::string file() { return world->desktop().environment().at("XDG_CONFIG_HOME") + "/interlock/flow.yaml"; }
  static std::string held() {
    const auto hash = world->desktop().output({"sha256sum", file()}).substr(0, 64);
    return quick_answers + "playbooks:\n  - {file: flow.yaml, sha256: '" + hash + "'}\n";
  }
  static int orders() { return form->count("clicked", "Submit Order"); }

  static inline std::unique_ptr<World> world;
  static inline std::unique_ptr<App> form;
};

TEST_F(Playbook, IsRecordedHeldAndFollowedAndLeftAtTheFirstOtherStep) {
  // A person approves each question, and this is recorded.
  std::string session;
  {
    auto agent = world->agent("orders");
    session = agent.call("session.open", {{"name", "orders"}}).text("session");
    ASSERT_TRUE(agent.act(click(form->centre("Next")), {{"session", session}}).executed());
    auto asked = std::async(std::launch::async, [&] {
      return agent.act(click(form->centre("Submit Order")), {{"session", session}});
    });
    EXPECT_EQ(world->ctl({"approve", world->pending_id()}).code, 0);
    ASSERT_TRUE(asked.get().executed());
  }
  const auto flow = world->ctl({"playbook", "from-session", session});
  ASSERT_EQ(flow.code, 0) << flow.output;
  EXPECT_THAT(flow.output, HasSubstr("name: \"Submit Order\""));
  // As JSON it is the same playbook.
  std::ofstream(file()) << world->ctl({"--json", "playbook", "from-session", session}).output;
  world->start_daemon(held());
  EXPECT_THAT(world->ctl({"status"}).output, testing::Not(HasSubstr("preset default")));
  std::ofstream(file()) << flow.output;

  world->start_daemon(held());
  const int before = orders();
  {
    // In order and on their targets: no question.
    auto agent = world->agent("orders");
    ASSERT_TRUE(agent.act(click(form->centre("Next"))).executed());
    const auto done = agent.act(click(form->centre("Submit Order")));
    EXPECT_TRUE(done.executed()) << done;
    EXPECT_EQ(done.text("outcome"), "approved") << done;
    EXPECT_THAT(done.text("outcome_reason"), HasSubstr("playbook 'orders'"));
    EXPECT_TRUE(eventually([&] { return orders() == before + 1; }));
    // Once a session: the second time asks.
    ASSERT_TRUE(agent.act(click(form->centre("Next"))).executed());
    EXPECT_EQ(agent.act(click(form->centre("Submit Order"))).text("outcome"), "timed_out");
  }
  {
    // In another order.
    auto agent = world->agent("orders");
    EXPECT_EQ(agent.act(click(form->centre("Submit Order"))).text("outcome"), "timed_out");
  }
  {
    // With another action in between.
    auto agent = world->agent("orders");
    ASSERT_TRUE(agent.act(click(form->centre("Next"))).executed());
    ASSERT_TRUE(agent.act(click(form->centre("note"))).executed());
    EXPECT_EQ(agent.act(click(form->centre("Submit Order"))).text("outcome"), "timed_out");
  }
  EXPECT_EQ(orders(), before + 1);
}

TEST_F(Playbook, ThatChangedSinceItWasLookedOverIsRefused) {
  std::ofstream(file()) << "playbook: p\nsteps:\n  - {do: click, app: python3}\n";
  const auto policy = held();
  world->start_daemon(policy);
  std::ofstream(file(), std::ios::app) << "  - {do: type y, app: python3}\n";
  const auto reload = world->ctl({"reload"});
  EXPECT_NE(reload.code, 0);
  EXPECT_THAT(reload.output, HasSubstr("no longer what was reviewed"));
  EXPECT_THAT(reload.output, HasSubstr("policy.yaml:"));
}

}  // namespace
}  // namespace interlock::test
