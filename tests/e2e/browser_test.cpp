// Keys on a page are judged by what they would press or fill in; the page itself reports the effect.
#include <gtest/gtest.h>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

const std::string browser_policy =
    "preset: default\ndaemon:\n  prompt_timeout_s: 60\n  observation_deadline_ms: 5000\n  denial_memory_s: 0\n";

class Browser : public testing::Test {
 protected:
  static void SetUpTestSuite() { world = std::make_unique<World>(World::Options{.policy = browser_policy}); }
  static void TearDownTestSuite() { world.reset(); }

  // Input by the human: a click into the note, then Tab or shift+Tab to the neighbour.
  static void focus(const App& page, const std::string& chord, const std::string& wanted) {
    const auto note = page.centre("note");
    world->desktop().output({"xdotool", "mousemove", std::to_string(note.x), std::to_string(note.y), "click", "1"});
    ASSERT_TRUE(eventually([&] { return page.focus() == "note"; }));
    world->desktop().output({"xdotool", "key", chord});
    ASSERT_TRUE(eventually([&] { return page.focus() == wanted; })) << page.focus();
  }
  // Asks, and the human answers.
  static Verdict answered(Agent& agent, const json::object& action, const std::string& answer) {
    auto asked = agent.act_later(action);
    try {
      EXPECT_EQ(world->ctl({answer, world->pending_id()}).code, 0);
    } catch (const std::runtime_error& failure) {
      ADD_FAILURE() << failure.what();  // the caller checks what was decided instead
    }
    return asked.get();
  }

  static void check(const App& page) {
    world->wait_until_seen(page.centre("delete"), "Delete account");
    auto agent = world->agent();
    const auto clicked = answered(agent, click(page.centre("delete")), "deny");
    EXPECT_EQ(clicked.text("decision"), "require_confirmation") << clicked;

    focus(page, "shift+Tab", "delete");
    for (const auto* chord : {"Return", "space"}) {
      const auto pressed = answered(agent, key(chord), "deny");
      EXPECT_EQ(pressed.text("decision"), clicked.text("decision")) << chord << pressed;
      EXPECT_EQ(pressed.text("rule"), clicked.text("rule")) << chord << pressed;
      EXPECT_EQ(pressed.element(), "Delete account") << pressed;
      EXPECT_FALSE(pressed.executed());
      EXPECT_EQ(page.count("key", "delete"), 0) << chord;
      EXPECT_EQ(page.count("clicked", "delete"), 0) << chord;
    }
    const auto approved = answered(agent, key("Return"), "approve");
    EXPECT_TRUE(approved.executed()) << approved;
    EXPECT_TRUE(eventually([&] { return page.count("clicked", "delete") == 1; }));

    // Its label does not show that it is secret.
    focus(page, "Tab", "answer");
    const auto typed = answered(agent, type("hunter2"), "deny");
    EXPECT_EQ(typed.text("rule"), "credential") << typed;
    EXPECT_FALSE(typed.executed());
    EXPECT_EQ(page.count("key", "answer"), 0);
    EXPECT_EQ(page.text("answer"), "");
    EXPECT_TRUE(answered(agent, type("correct-horse"), "approve").executed());
    EXPECT_TRUE(eventually([&] { return page.text("answer") == "correct-horse"; })) << page.text("answer");
    for (const auto* secret : {"hunter2", "correct-horse"}) {
      EXPECT_EQ(world->audit().find(secret), std::string::npos) << "typed secrets are not stored";
    }
  }

  static inline std::unique_ptr<World> world;
};

TEST_F(Browser, Chromium) {
  const auto page = start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const auto browser = start_chromium(world->desktop(), page_url(page));
  check(page);
}

TEST_F(Browser, Firefox) {
  const auto page = start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const auto browser = start_firefox(world->desktop(), page_url(page));
  check(page);
}

// The page moves the focus at once; the accessibility tree reports it only some time later.
TEST_F(Browser, KeysRightAfterAnothersAreJudgedWhereTheyGo) {
  const auto page = start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const auto browser = start_chromium(world->desktop(), page_url(page));
  world->wait_until_seen(page.centre("delete"), "Delete account");
  auto agent = world->agent();
  focus(page, "Tab", "answer");
  for (int round = 0; round < 10; ++round) {
    const bool back = round % 2 == 0;
    world->desktop().output({"xdotool", "key", back ? "shift+Tab" : "Tab"});
    const auto judged = agent.act(type("x"), {{"dry_run", true}});
    EXPECT_EQ(judged.element() == "Note", back) << round << judged;
    EXPECT_TRUE(eventually([&] { return page.focus() == (back ? "note" : "answer"); }));
  }
}

// What was typed, and nothing else, is in the file on the disk.
TEST_F(Browser, AnEditorsFileOnDisk) {
  const auto file = world->desktop().dir() + "/letter.txt";
  const auto editor = world->desktop().start({"mousepad", "--disable-server", file});
  const auto window = window_titled(world->desktop(), "letter.txt");
  const auto at = middle(window_rect(world->desktop(), window));
  focus_window(world->desktop(), window);
  world->desktop().output({"xdotool", "mousemove", std::to_string(at.x), std::to_string(at.y), "click", "1"});
  auto agent = world->agent();
  ASSERT_TRUE(eventually([&] { return agent.act(type("x"), {{"dry_run", true}}).text("decision") == "allow"; }));
  const auto typed = agent.act(type("two pounds of tea, straße 7"));
  EXPECT_TRUE(typed.executed()) << typed;
  const auto saved = agent.act(key("ctrl+s"));
  EXPECT_TRUE(saved.executed()) << saved;
  EXPECT_TRUE(eventually([&] { return read_file(file).starts_with("two pounds of tea, straße 7"); }))
      << read_file(file);
  EXPECT_LE(read_file(file).size(), std::string("two pounds of tea, straße 7\n").size()) << read_file(file);
}

}  // namespace
}  // namespace interlock::test
