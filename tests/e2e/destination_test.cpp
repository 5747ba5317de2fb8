// Where a real browser goes: an address that an agent opens or types into the address bar is judged before Return, and
// a page on this machine is asked about once.
#include <gtest/gtest.h>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

const std::string destination_policy =
    "preset: default\nguardrails: {allow_private_networks: false}\n"
    "daemon: {prompt_timeout_s: 30, observation_deadline_ms: 5000, denial_memory_s: 0}\n";

class Destinations : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    world = std::make_unique<World>(World::Options{.policy = destination_policy});
    page = std::make_unique<App>(start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures"));
    browser = GetParam() == "chromium" ? start_chromium(world->desktop(), page_url(*page))
                                       : start_firefox(world->desktop(), page_url(*page));
    world->wait_until_seen(page->centre("next"), "Next");
    focus_window(world->desktop(), window_titled(world->desktop(), "Fixture shop"));
  }
  void TearDown() override {
    browser.kill();
    page.reset();
    world.reset();
  }

  /// The same page under another name of the machine.
  std::string by_name(const std::string& file) const {
    std::string url = page_url(*page, file);
    return url.replace(url.find("127.0.0.1"), 9, "localhost");
  }

  std::unique_ptr<World> world;
  std::unique_ptr<App> page;
  Process browser;
};

TEST_P(Destinations, APageOnThisMachineIsAskedAboutOnce) {
  auto agent = world->agent();
  auto asked = agent.act_later(click(page->centre("next")));
  EXPECT_EQ(world->ctl({"approve", world->pending_id()}).code, 0);
  const auto done = asked.get();
  EXPECT_EQ(done.text("rule"), "destination") << done;
  EXPECT_EQ(done.text("code"), "private_network") << done;
  EXPECT_TRUE(done.executed()) << done;
  EXPECT_TRUE(eventually([&] { return page->count("clicked", "next") == 1; }));

  const auto again = agent.act(click(page->centre("next")));
  EXPECT_EQ(again.text("decision"), "allow") << again;
  EXPECT_TRUE(eventually([&] { return page->count("clicked", "next") == 2; }));
}

TEST_P(Destinations, NavigateIsJudgedByWhereItLeads) {
  auto agent = world->agent();
  auto asked = agent.act_later({{"type", "navigate"}, {"url", by_name("list.html")}});
  EXPECT_EQ(world->ctl({"deny", world->pending_id()}).code, 0);
  const auto denied = asked.get();
  EXPECT_EQ(denied.text("code"), "private_network") << denied;
  EXPECT_FALSE(denied.executed()) << denied;

  asked = agent.act_later({{"type", "navigate"}, {"url", by_name("list.html")}});
  EXPECT_EQ(world->ctl({"approve", world->pending_id()}).code, 0);
  const auto done = asked.get();
  EXPECT_TRUE(done.executed()) << done;
  EXPECT_NO_THROW(window_titled(world->desktop(), "Fixture list")) << done;
}

TEST_P(Destinations, TextInTheAddressBarIsJudgedAtReturn) {
  auto agent = world->agent();
  EXPECT_EQ(agent.act(key("ctrl+l")).text("decision"), "allow");
  // The browser moves its focus with a delay.
  ASSERT_TRUE(eventually([&] {
    const auto seen = agent.act(type("x"), {{"dry_run", true}});
    return seen.element().find("ddress") != std::string::npos;
  }));
  const auto url = by_name("list.html");
  for (std::size_t at = 0; at < url.size(); at += 10) {
    const auto typed = agent.act(type(url.substr(at, 10)));
    EXPECT_EQ(typed.text("decision"), "allow") << typed;
  }
  auto asked = agent.act_later(key("Return"));
  EXPECT_EQ(world->ctl({"deny", world->pending_id()}).code, 0);
  const auto denied = asked.get();
  EXPECT_EQ(denied.text("rule"), "destination") << denied;
  EXPECT_EQ(denied.text("code"), "private_network") << denied;
  EXPECT_NE(denied.text("reason").find(url), std::string::npos) << denied;
  EXPECT_FALSE(denied.executed()) << denied;
}

INSTANTIATE_TEST_SUITE_P(Browsers, Destinations, testing::Values("chromium", "firefox"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace interlock::test
