// "Submit Order" asks; only an approval does it. Ways to answer: interlockctl, a real notification's buttons, silence,
// dismissal.
#include <gtest/gtest.h>
#include <sys/socket.h>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

const std::string quick_policy = "preset: default\ndaemon:\n  prompt_timeout_s: 2\n  observation_deadline_ms: 5000\n";
const std::string patient = "preset: default\ndaemon:\n  prompt_timeout_s: 30\n  observation_deadline_ms: 5000\n";

class Prompts : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.policy = patient});
    page = std::make_unique<App>(start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures"));
    browser = start_chromium(world->desktop(), page_url(*page));
    form = std::make_unique<App>(start_gtk3(world->desktop(), "GTK form", "760,100"));
    world->wait_until_seen(form->centre("Submit Order"), "Submit Order");
    world->wait_until_seen(page->centre("submit"), "Submit Order");
  }
  static void TearDownTestSuite() {
    browser.kill();
    form.reset();
    page.reset();
    world.reset();
  }

  static inline std::unique_ptr<World> world;
  static inline std::unique_ptr<App> page, form;
  static inline Process browser;
};

TEST_F(Prompts, ApproveClicksOnce) {
  for (auto [app, name] : {std::pair{page.get(), "submit"}, {form.get(), "Submit Order"}}) {
    const int before = app->count("clicked", name);
    auto agent = world->agent("shop");
    auto asked = agent.act_later(click(app->centre(name)));
    const auto id = world->pending_id();
    EXPECT_EQ(app->count("clicked", name), before) << "nothing may happen before the answer";
    const auto shown = world->ctl({"pending"});
    EXPECT_NE(shown.output.find("Submit Order"), std::string::npos) << shown.output;
    EXPECT_EQ(world->ctl({"approve", id}).code, 0);
    const auto done = asked.get();
    EXPECT_EQ(done.text("decision"), "require_confirmation") << done;
    EXPECT_EQ(done.text("rule"), "irreversible") << done;
    EXPECT_EQ(done.text("outcome"), "approved") << done;
    EXPECT_TRUE(done.executed()) << done;
    EXPECT_TRUE(eventually([&, app = app, name = name] { return app->count("clicked", name) == before + 1; }));
  }
}

TEST_F(Prompts, DenyDoesNothing) {
  const int before = page->count("clicked");
  auto agent = world->agent("shop");
  auto asked = agent.act_later(click(page->centre("submit")));
  EXPECT_EQ(world->ctl({"deny", world->pending_id()}).code, 0);
  const auto done = asked.get();
  EXPECT_EQ(done.text("outcome"), "denied") << done;
  EXPECT_FALSE(done.executed());
  // The later action on the same page arrived, the denied one did not.
  EXPECT_TRUE(agent.act(click(page->centre("next"))).executed());
  EXPECT_TRUE(eventually([&] { return page->count("clicked", "next") >= 1; }));
  EXPECT_EQ(page->count("clicked"), before + 1);
}

TEST_F(Prompts, TheWrongIdAnswersNothing) {
  auto agent = world->agent("shop");
  auto asked = agent.act_later(click(form->centre("Submit Order")));
  const auto id = world->pending_id();
  EXPECT_NE(world->ctl({"approve", id + "0"}).code, 0);
  EXPECT_EQ(world->ctl({"deny", id}).code, 0);
  EXPECT_FALSE(asked.get().executed());
  EXPECT_NE(world->ctl({"approve", id}).code, 0) << "an answered prompt is closed";
}

TEST_F(Prompts, NothingIsInjectedForAnyoneWhileOneIsOpen) {
  const int before = page->count("clicked", "next");
  auto first = world->agent("first");
  auto second = world->agent("second");
  auto asked = first.act_later(click(form->centre("Submit Order")));
  const auto id = world->pending_id();
  auto other = second.act_later(click(page->centre("next")));
  EXPECT_EQ(other.wait_for(std::chrono::milliseconds{500}), std::future_status::timeout);
  EXPECT_EQ(page->count("clicked", "next"), before);
  EXPECT_EQ(world->ctl({"deny", id}).code, 0);
  EXPECT_FALSE(asked.get().executed());
  EXPECT_TRUE(other.get().executed());
  EXPECT_TRUE(eventually([&] { return page->count("clicked", "next") == before + 1; }));
}

TEST_F(Prompts, TheQuestionOfAnAgentThatDisconnectsIsCancelled) {
  const int before = form->count("press");
  {
    auto agent = world->agent("leaving");
    auto asked = agent.act_later(click(form->centre("Submit Order")));
    world->pending_id();
    shutdown(agent.client().native_handle(), SHUT_RDWR);
    asked.get();
  }
  EXPECT_TRUE(world->nothing_pending());
  EXPECT_EQ(form->count("press"), before);
}

TEST_F(Prompts, TargetThatChangedSinceIsNotClicked) {
  const auto window = window_titled(world->desktop(), "GTK form");
  const auto old = window_rect(world->desktop(), window);
  const int before = form->count("press");
  auto agent = world->agent("shop");
  auto asked = agent.act_later(click(form->centre("Submit Order")));
  const auto id = world->pending_id();
  world->desktop().output({"xdotool", "windowmove", std::to_string(window), std::to_string(old.x), "160"});
  ASSERT_TRUE(eventually([&] { return window_rect(world->desktop(), window).y != old.y; }));
  EXPECT_EQ(world->ctl({"approve", id}).code, 0);
  const auto done = asked.get();
  EXPECT_FALSE(done.executed()) << done;
  EXPECT_EQ(done.text("code"), "target_changed") << done;
  EXPECT_EQ(form->count("press"), before);
}

TEST_F(Prompts, AYesForTheSessionHoldsForTheSameUntilItIsHalted) {
  const int before = form->count("clicked", "Submit Order");
  auto agent = world->agent("shop");
  auto asked = agent.act_later(click(form->centre("Submit Order")));
  EXPECT_EQ(world->ctl({"approve", world->pending_id(), "--for", "session"}).code, 0);
  EXPECT_TRUE(asked.get().executed());
  const auto again = agent.act(click(form->centre("Submit Order")));
  EXPECT_TRUE(again.executed()) << again;
  EXPECT_EQ(again.text("outcome"), "approved") << again;
  EXPECT_EQ(again.text("outcome_reason"), "approved before, for this session") << again;
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Submit Order") == before + 2; }));

  auto other = agent.act_later(click(page->centre("submit")));
  EXPECT_EQ(world->ctl({"deny", world->pending_id()}).code, 0) << "the same button elsewhere is asked about";
  EXPECT_FALSE(other.get().executed());
  const auto denied = agent.act(click(page->centre("submit")));
  EXPECT_EQ(denied.text("outcome"), "denied") << "what was denied a moment ago is denied: " << denied;

  EXPECT_EQ(world->ctl({"reload"}).code, 0);
  auto reloaded = agent.act_later(click(form->centre("Submit Order")));
  EXPECT_EQ(world->ctl({"deny", world->pending_id()}).code, 0) << "void since the reload";
  EXPECT_FALSE(reloaded.get().executed());
}

TEST_F(Prompts, TooManyDenialsHaltTheSession) {
  world->start_daemon(patient + "  max_denials: 2\n  denial_memory_s: 0\n");
  auto agent = world->agent("pushy");
  for (int i = 0; i < 2; ++i) {
    auto asked = agent.act_later(click(form->centre("Submit Order")));
    EXPECT_EQ(world->ctl({"deny", world->pending_id()}).code, 0);
    EXPECT_FALSE(asked.get().executed());
  }
  const auto after = agent.act(click(form->centre("Next")));
  EXPECT_FALSE(after.executed()) << after;
  EXPECT_EQ(after.text("code"), "halted") << after;
}

TEST_F(Prompts, SilenceIsANo) {
  world->start_daemon(quick_policy);
  const int before = page->count("clicked");
  auto agent = world->agent("shop");
  const auto done = agent.act(click(page->centre("submit")));
  EXPECT_EQ(done.text("outcome"), "timed_out") << done;
  EXPECT_FALSE(done.executed());
  EXPECT_TRUE(world->nothing_pending());
  EXPECT_TRUE(agent.act(click(page->centre("next"))).executed());
  EXPECT_TRUE(eventually([&] { return page->count("clicked") == before + 1; }));
  EXPECT_EQ(page->count("clicked", "submit"), 1) << "only the one that was approved earlier";
}

}  // namespace
}  // namespace interlock::test
