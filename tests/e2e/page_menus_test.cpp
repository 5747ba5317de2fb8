// Menus of web pages that lie over other things, and controls that are too small to be hit because their label draws
// them. The page itself reports what was pressed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

class PageMenus : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(
        World::Options{.policy = "preset: default\ndaemon:\n  prompt_timeout_s: 60\n  observation_deadline_ms: 5000\n"
                                 "  denial_memory_s: 0\n"});
    page = std::make_unique<App>(start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures"));
    browser = std::make_unique<Process>(start_chromium(world->desktop(), page_url(*page, "page_menus.html")));
  }
  static void TearDownTestSuite() {
    browser.reset();
    page.reset();
    world.reset();
  }

  Agent agent_ = world->agent();
  static inline std::unique_ptr<World> world;
  static inline std::unique_ptr<App> page;
  static inline std::unique_ptr<Process> browser;
};

TEST_F(PageMenus, AnItemIsJudgedAlthoughChromiumNamesWhatItCovers) {
  world->wait_until_seen(page->centre("four"), "Open four");
  for (int i = 0; i < 3; ++i) {
    auto asked = agent_.act_later(click(page->centre("delete")));
    EXPECT_EQ(world->ctl({"deny", world->pending_id()}).code, 0);
    const auto denied = asked.get();
    EXPECT_EQ(denied.element(), "Delete project") << denied;
    EXPECT_EQ(denied.text("decision"), "require_confirmation") << denied;
    const auto kept = agent_.act(click(page->centre("keep")));
    EXPECT_EQ(kept.element(), "Keep it") << kept;
    EXPECT_TRUE(kept.executed()) << kept;
  }
  EXPECT_TRUE(eventually([&] { return page->count("clicked", "keep") == 3; }));
  EXPECT_EQ(page->count("clicked", "delete"), 0);
}

TEST_F(PageMenus, WhatCoversAnItemIsJudgedInsteadOfIt) {
  world->wait_until_seen(page->centre("four"), "Open four");
  const auto done = agent_.act(click(page->centre("wipe")));
  EXPECT_TRUE(done.executed()) << done;
  EXPECT_TRUE(eventually([&] { return page->count("clicked", "cover") == 1; }));
  EXPECT_EQ(page->count("clicked", "wipe"), 0);
}

TEST_F(PageMenus, AControlThatItsLabelDrawsIsSwitchedByTheLabel) {
  world->wait_until_seen(page->centre("four"), "Open four");
  for (const std::string name : {"I would buy it again", "Send me a copy"}) {
    const auto text = agent_.observe().text("text");
    std::smatch found;
    ASSERT_TRUE(std::regex_search(text, found, std::regex("(e\\d+) check box \"" + name))) << text;
    const auto done = agent_.act({{"type", "click"}, {"ref", found[1].str()}});
    EXPECT_TRUE(done.executed()) << done;
    EXPECT_EQ(done.text("decision"), "allow") << done;
  }
  EXPECT_TRUE(eventually([&] { return page->count("changed", "again") == 1 && page->count("changed", "mail") == 1; }));
}

TEST_F(PageMenus, OptionsInGroupsAreChosenAndJudged) {
  world->wait_until_seen(page->centre("four"), "Open four");
  const auto text = agent_.observe().text("text");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(text, found, std::regex("(e\\d+) combo box \"Then"))) << text;
  const std::string ref = found[1].str();
  const auto chosen = agent_.act({{"type", "select_option"}, {"ref", ref}, {"option", "Sort by date"}});
  EXPECT_TRUE(chosen.executed()) << chosen;
  EXPECT_TRUE(eventually([&] { return page->text("then") == "Sort by date"; }));
  auto asked = agent_.act_later(key("Down"));
  EXPECT_EQ(world->ctl({"deny", world->pending_id()}).code, 0);
  const auto denied = asked.get();
  EXPECT_EQ(denied.text("decision"), "require_confirmation") << denied;
  EXPECT_EQ(page->text("then"), "Sort by date");
}

}  // namespace
}  // namespace interlock::test
