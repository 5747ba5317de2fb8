// In each kind of application: an allowed click presses the button, once; a blocked one changes nothing.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

// The words of the published design: "delete" is blocked, "submit" asks, "next" is free.
const std::string applications_policy =
    "preset: openadapt\nloop_threshold: 0\ndaemon:\n  prompt_timeout_s: 2\n  observation_deadline_ms: 5000\n";

class Applications : public testing::Test {
 protected:
  static void SetUpTestSuite() { world = std::make_unique<World>(World::Options{.policy = applications_policy}); }
  static void TearDownTestSuite() { world.reset(); }

  // `next` and `del` are the widgets' names in the application's report and on its buttons.
  static void check(const App& app, const std::string& next, const std::string& del) {
    world->wait_until_seen(app.centre(next), "Next");
    auto agent = world->agent();

    const auto allowed = agent.act(click(app.centre(next)));
    EXPECT_EQ(allowed.text("decision"), "allow") << allowed;
    EXPECT_TRUE(allowed.executed()) << allowed;
    EXPECT_TRUE(eventually([&] { return app.count("clicked", next) == 1; })) << allowed;

    const auto blocked = agent.act(click(app.centre(del)));
    EXPECT_EQ(blocked.text("decision"), "block") << blocked;
    EXPECT_EQ(blocked.element(), "Delete account") << blocked;
    EXPECT_FALSE(blocked.executed());

    // A second allowed click arrives after anything that the blocked one might have sent.
    agent.act(click(app.centre(next)));
    EXPECT_TRUE(eventually([&] { return app.count("clicked", next) == 2; }));
    EXPECT_EQ(app.count("clicked", del), 0);
    EXPECT_EQ(app.count("clicked"), 2);
  }

  static inline std::unique_ptr<World> world;
};

TEST_F(Applications, Gtk3) {
  const auto form = start_gtk3(world->desktop());
  check(form, "Next", "Delete account");
  EXPECT_EQ(form.count("press"), 2);
}

TEST_F(Applications, Qt5) {
  const auto form = start_qt5(world->desktop());
  check(form, "Next", "Delete account");
  EXPECT_EQ(form.count("press"), 2);
}

TEST_F(Applications, Chromium) {
  const auto page = start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const auto browser = start_chromium(world->desktop(), page_url(page));
  check(page, "next", "delete");
}

TEST_F(Applications, Firefox) {
  const auto page = start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const auto browser = start_firefox(world->desktop(), page_url(page));
  check(page, "next", "delete");
}

// There is no tree: the element is unknown and reported as such, the window is known from the X server.
TEST_F(Applications, XtermWithoutAccessibility) {
  const auto file = world->desktop().dir() + "/clicked";
  const auto terminal = start_xterm(world->desktop(), file, "plain terminal");
  const auto window = window_titled(world->desktop(), "plain terminal");
  const auto at = middle(window_rect(world->desktop(), window));
  focus_window(world->desktop(), window);
  auto agent = world->agent();

  // The terminal reports a press to its program as ESC [ M button column row, and the release likewise.
  ASSERT_TRUE(eventually([&] { return std::filesystem::exists(file); }));
  const auto clicked = agent.act(click(at));
  EXPECT_TRUE(clicked.executed()) << clicked;
  EXPECT_EQ(clicked.window(), "plain terminal") << clicked;
  EXPECT_EQ(json::serialize(clicked.reply.at("element")).find("not_accessible") != std::string::npos, true) << clicked;
  EXPECT_TRUE(eventually([&] { return read_file(file).size() == 12; })) << read_file(file);

  const auto typed = agent.act(type("hello"));
  EXPECT_TRUE(typed.executed()) << typed;
  EXPECT_TRUE(eventually([&] { return read_file(file).ends_with("hello"); })) << read_file(file);

  auto elsewhere = click(at);
  elsewhere["expect"] = {{"window", "^Bank$"}};
  const auto blocked = agent.act(elsewhere);
  EXPECT_FALSE(blocked.executed()) << blocked;
  agent.act(type("!"));
  EXPECT_TRUE(eventually([&] { return read_file(file).ends_with("hello!"); })) << read_file(file);
  EXPECT_EQ(read_file(file).size(), 12 + 6U);
}

}  // namespace
}  // namespace interlock::test
