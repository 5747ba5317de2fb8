// What an agent cannot reach under any policy: notifications, including interlock's own prompt. And key chords that
// mean more than text.
#include <gtest/gtest.h>

#include <sstream>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

// A policy that says everything possible in favour of a notification.
const std::string protected_policy =
    "preset: default\nprotected_classes: []\nconsequences: {confirm: allow, send: allow}\n"
    "unknown_target: {not_accessible: allow, nothing_at_point: allow, popup_unmatched: allow}\n"
    "daemon:\n  prompt_timeout_s: 20\n  observation_deadline_ms: 5000\n  prompt: notification\n";

class Protected : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world =
        std::make_unique<World>(World::Options{.desktop = {.notifier = "xfce4-notifyd"}, .policy = protected_policy});
  }
  static void TearDownTestSuite() { world.reset(); }

  // The bubble's rectangle, from the X server; empty if there is none. The server also owns a 10 x 10 window.
  static Rect bubble() {
    try {
      std::istringstream ids(
          world->desktop().output({"xdotool", "search", "--onlyvisible", "--class", "xfce4-notifyd"}));
      for (unsigned long id = 0; ids >> id;) {
        const auto rect = window_rect(world->desktop(), id);
        if (rect.width > 100) return rect;
      }
    } catch (const std::exception&) {  // none, or it has just closed
    }
    return {};
  }
  static Point text_of(const Rect& r) { return {r.x + 30, r.y + 30}; }
  static void click_as_human(Point at) {
    world->desktop().output({"xdotool", "mousemove", std::to_string(at.x), std::to_string(at.y), "click", "1"});
  }

  static inline std::unique_ptr<World> world;
};

TEST_F(Protected, AClickOnANotificationIsBlockedAndChangesNothing) {
  world->desktop().output({"gdbus", "call", "--session", "--dest", "org.freedesktop.Notifications", "--object-path",
                           "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.Notify", "mail",
                           "0", "", "New mail", "From Anna", "['open', 'Open']", "{'urgency': <byte 2>}", "0"});
  ASSERT_TRUE(eventually([] { return bubble().width > 0; })) << "no notification is on the screen";
  const auto before = bubble();
  auto agent = world->agent("curious");
  for (const json::object& action :
       {click(text_of(before)),
        json::object{{"type", "mouse_down"}, {"x", text_of(before).x}, {"y", text_of(before).y}},
        json::object{{"type", "move"}, {"x", text_of(before).x}, {"y", text_of(before).y}}}) {
    const auto judged = agent.act(action);
    EXPECT_EQ(judged.text("decision"), "block") << judged;
    EXPECT_EQ(judged.text("rule"), "protected") << judged;
    EXPECT_FALSE(judged.executed()) << judged;
  }
  EXPECT_EQ(bubble(), before);
  // The human's same click closes it, so the agent's would have worked.
  EXPECT_TRUE(eventually([&] {
    click_as_human(text_of(before));
    return bubble().width == 0;
  }));
}

TEST_F(Protected, InterlocksOwnPromptIsBlockedForAgents) {
  const App form = start_gtk3(world->desktop());
  world->wait_until_seen(form.centre("Submit Order"), "Submit Order");
  auto asking = world->agent("asking");
  auto asked = asking.act_later(click(form.centre("Submit Order")));
  const auto id = world->pending_id();
  ASSERT_TRUE(eventually([] { return bubble().width > 0; }));
  auto other = world->agent("other");
  // Nothing is done while it is open; a dry run reports the reason.
  const auto judged = other.act(click(text_of(bubble())), {{"dry_run", true}});
  EXPECT_EQ(judged.text("decision"), "block") << judged;
  EXPECT_EQ(judged.text("rule"), "protected") << judged;
  EXPECT_EQ(world->pending_id(), id) << "the prompt is still open";
  EXPECT_EQ(world->ctl({"deny", id}).code, 0);
  EXPECT_FALSE(asked.get().executed());
  EXPECT_EQ(form.count("press"), 0);
}

TEST_F(Protected, ItsControlsCannotBeTyped) {
  const Terminal terminal(world->desktop());
  auto agent = world->agent("typist");
  const auto blocked = agent.act(type("interlockctl pause\n"));
  EXPECT_EQ(blocked.text("decision"), "block") << blocked;
  EXPECT_EQ(blocked.text("rule"), "protected") << blocked;
  EXPECT_FALSE(blocked.executed());
  EXPECT_TRUE(agent.act(type("interlockctl status\n")).executed()) << "to look is free";
  EXPECT_TRUE(terminal.holds("interlockctl status\n")) << terminal.text();
}

TEST_F(Protected, AltF4AsksWhereWorkIsNotSaved) {
  world->start_daemon("preset: default\ndaemon:\n  prompt_timeout_s: 1\n  observation_deadline_ms: 5000\n");
  const App form = start_gtk3(world->desktop());
  world->wait_until_seen(form.centre("Next"), "Next");
  const auto window = window_titled(world->desktop(), "GTK form");
  const auto retitle = [&](const std::string& title) {
    world->desktop().output({"xdotool", "set_window", "--name", title, std::to_string(window)});
  };
  retitle("*report - GTK form");
  focus_window(world->desktop(), window);
  auto agent = world->agent("closing");
  const auto asked = agent.act(key("alt+F4"));
  EXPECT_EQ(asked.text("decision"), "require_confirmation") << asked;
  EXPECT_EQ(asked.text("rule"), "key_chord") << asked;
  EXPECT_EQ(asked.text("code"), "close_unsaved") << asked;
  EXPECT_FALSE(asked.executed());
  EXPECT_EQ(window_titled(world->desktop(), "GTK form"), window) << "it is still there";
  retitle("GTK form");
  focus_window(world->desktop(), window);
  const auto closed = agent.act(key("alt+F4"));
  EXPECT_EQ(closed.text("decision"), "allow") << closed;
  EXPECT_TRUE(eventually([&] {
    try {
      world->desktop().output({"xdotool", "getwindowname", std::to_string(window)});
      return false;
    } catch (const std::exception&) {
      return true;
    }
  })) << "the chord closes a window";
}

}  // namespace
}  // namespace interlock::test
