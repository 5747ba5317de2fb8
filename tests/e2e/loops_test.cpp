// An agent that goes on and an agent that goes in circles are distinguished by what the window shows.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/e2e/e2e_picture.h"
#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

class Loops : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(
        World::Options{.policy = "preset: default\ndaemon:\n  observation_deadline_ms: 5000\n"});
  }
  static void TearDownTestSuite() { world.reset(); }

  /// A page in a browser, with a button that does nothing.
  struct Page {
    App page = start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
    Process browser;
    Point button;
    explicit Page(const std::string& file)
        : browser(start_chromium(world->desktop(), page_url(page, file))), button(page.centre("nothing")) {
      world->wait_until_seen(button, "Check again");
    }
  };

  /// As an agent at work, which thinks between its acts.
  static Verdict act_at_leisure(Agent& agent, const json::object& action) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2200));
    return agent.act_in_time(action);
  }

  /// Presses the key until the page stands elsewhere, on the screen too: a browser drops a key now and then, and draws
  /// late on a busy machine.
  static bool scrolls(Agent& agent, const App& page, const char* chord) {
    const std::string at = page.text("page");
    const auto drawn = still_screen_of(world->desktop().display()).pixels;
    for (int tries = 0; tries < 4; ++tries) {
      // A key that changed nothing counts as pressed in vain; another act lets it be tried again.
      if (tries > 0) {
        EXPECT_TRUE(agent.act_in_time({{"type", "move"}, {"x", 200 + tries}, {"y", 300}}).executed());
      }
      const auto pressed = agent.act_in_time(key(chord));
      EXPECT_TRUE(pressed.executed()) << pressed;
      const auto moved = [&] {
        return page.text("page") != at && screen_of(world->desktop().display()).pixels != drawn;
      };
      if (eventually(moved, patience / 6)) return true;
    }
    return false;
  }

  static inline std::unique_ptr<World> world;
};

TEST_F(Loops, ALongPageIsReadToItsEndAndNoFurther) {
  const Page shown("long.html");
  auto agent = world->agent();
  ASSERT_TRUE(agent.act_in_time(click({shown.button.x - 400, shown.button.y + 200})).executed());
  // More often than a key that changes nothing may be pressed (stuck_repeat_stop: 7).
  for (int i = 0; i < 12; ++i) ASSERT_TRUE(scrolls(agent, shown.page, "Page_Down")) << i;
  ASSERT_TRUE(scrolls(agent, shown.page, "End"));
  Verdict last;
  for (int i = 0; i < 12 && last.text("decision") != "block"; ++i) last = agent.act_in_time(key("Page_Down"));
  EXPECT_EQ(last.text("rule"), "loop") << last;
}

TEST_F(Loops, AButtonThatDoesNothingIsPressedInVain) {
  const Page shown("long.html");
  auto agent = world->agent();
  Verdict last;
  int presses = 0;
  for (; presses < 12 && last.text("decision") != "block"; ++presses) last = agent.act_in_time(click(shown.button));
  EXPECT_EQ(last.text("rule"), "loop") << presses << last;
  EXPECT_FALSE(last.executed());
}

TEST_F(Loops, AClockIsNoProgressAndARowBesideItIs) {
  const Page shown("clock.html");
  auto agent = world->agent();
  const auto row = shown.page.centre("row");
  for (int i = 1; i <= 8; ++i) {  // more than stuck_repeat_stop
    const auto pressed = act_at_leisure(agent, click(row));
    ASSERT_TRUE(pressed.executed()) << i << pressed;
    ASSERT_TRUE(eventually([&] { return shown.page.text("rows") == std::to_string(i); }));
  }
  Verdict last;
  int presses = 0;
  for (; presses < 20 && last.text("decision") != "block"; ++presses) last = act_at_leisure(agent, click(shown.button));
  EXPECT_EQ(last.text("rule"), "loop") << presses << last;
}

}  // namespace
}  // namespace interlock::test
