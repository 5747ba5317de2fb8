// Menus and lists grab the pointer when they open: each kind opens on a click and takes the next one, in a window that
// was not active before.
#include <gtest/gtest.h>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

class Menus : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{
        .desktop = {}, .policy = "preset: default\ndaemon: {prompt_timeout_s: 1, observation_deadline_ms: 5000}\n"});
    terminal = start_xterm(world->desktop(), world->desktop().dir() + "/other", "other", "30x5+900+700");
    window_titled(world->desktop(), "other");
  }
  static void TearDownTestSuite() {
    terminal.kill();
    world.reset();
  }
  static void go_elsewhere() { focus_window(world->desktop(), window_titled(world->desktop(), "other")); }

  static inline std::unique_ptr<World> world;
  static inline Process terminal;
};

TEST_F(Menus, ToolkitMenusOpenAndTakeTheClick) {
  for (const auto& start : {start_gtk3, start_qt5}) {
    const auto app = start(world->desktop(), "with menu", "100,100");
    world->wait_until_seen(app.centre("Next"), "Next");
    const auto bar = app.place("Actions");
    for (int i = 1; i <= 3; ++i) {
      go_elsewhere();
      auto agent = world->agent();
      const auto opened = agent.act(click(middle(bar)));
      EXPECT_TRUE(opened.executed()) << opened;
      const Point item{bar.x + 15, bar.y + bar.height + 15};
      ASSERT_TRUE(eventually([&] { return agent.act(click(item), {{"dry_run", true}}).element() == "Open"; }));
      const auto chosen = agent.act(click(item));
      EXPECT_TRUE(chosen.executed()) << chosen;
      EXPECT_TRUE(eventually([&] { return app.count("activate", "Open") == i; })) << chosen;
    }
    EXPECT_EQ(app.count("activate"), 3);
  }
}

TEST_F(Menus, AListOfChromiumOpensAndTakesTheClick) {
  const auto page = start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const auto browser = start_chromium(world->desktop(), page_url(page, "list.html"));
  const auto list = page.place("size");
  world->wait_until_seen(middle(list), "Size");
  go_elsewhere();
  auto agent = world->agent();
  const auto opened = agent.act(click(middle(list)));
  EXPECT_TRUE(opened.executed()) << opened;
  const Point second{list.x + 50, list.y + list.height + 36};
  ASSERT_TRUE(eventually([&] {
    return agent.act(click(second), {{"dry_run", true}}).element() == "Medium";
  })) << agent.act(click(second), {{"dry_run", true}});
  const auto chosen = agent.act(click(second));
  EXPECT_TRUE(chosen.executed()) << chosen;
  EXPECT_TRUE(eventually([&] { return page.text("size") == "Medium"; })) << chosen;
}

}  // namespace
}  // namespace interlock::test
