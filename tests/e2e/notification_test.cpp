// The human answers with the buttons of a real notification server's bubble.
#include <gtest/gtest.h>

#include <csignal>

#include "tests/e2e/e2e_bubble.h"
#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

const std::string notification_policy =
    "preset: default\ndaemon:\n  prompt_timeout_s: 20\n  observation_deadline_ms: 5000\n"
    // The person in this test uses xdotool.
    "  prompt: notification\n  replies: any_input\n  denial_memory_s: 0\n  max_denials: 0\n";

class Notification : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(
        World::Options{.desktop = {.notifier = "xfce4-notifyd"}, .policy = notification_policy});
    form = std::make_unique<App>(start_gtk3(world->desktop()));
    world->wait_until_seen(form->centre("Submit Order"), "Submit Order");
  }
  static void TearDownTestSuite() {
    form.reset();
    world.reset();
  }

  static Rect bubble() { return shown_bubble(world->desktop()); }
  static void click_as_human(Point at) {
    world->desktop().output({"xdotool", "mousemove", std::to_string(at.x), std::to_string(at.y), "click", "1"});
  }
  // xfce4-notifyd draws the buttons in the lower right corner, Approve left of Deny.
  static Point approve_button(const Rect& r) { return {r.x + r.width - 149, r.y + r.height - 31}; }
  static Point deny_button(const Rect& r) { return last_button(r); }
  static Point text_of(const Rect& r) { return {r.x + 30, r.y + 30}; }

  // Asks to click "Submit Order", answers at the bubble, returns the reply.
  static Verdict ask_and_click(Point (*where)(const Rect&)) {
    auto agent = world->agent("shop");
    auto asked = agent.act_later(click(form->centre("Submit Order")));
    world->pending_id();
    EXPECT_TRUE(eventually([&] { return !bubble().empty(); })) << "no notification is on the screen";
    // The person reads first, and tries again.
    EXPECT_TRUE(eventually([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds{700});
      if (const auto rect = bubble(); !rect.empty()) click_as_human(where(rect));
      return asked.wait_for(std::chrono::milliseconds{300}) == std::future_status::ready;
    }));
    EXPECT_TRUE(eventually([&] { return bubble().empty(); })) << "the bubble stays";
    return asked.get();
  }

  static inline std::unique_ptr<World> world;
  static inline std::unique_ptr<App> form;
};

TEST_F(Notification, ApproveDoesItOnce) {
  const auto done = ask_and_click(approve_button);
  EXPECT_EQ(done.text("outcome"), "approved") << done;
  EXPECT_TRUE(done.executed()) << done;
  EXPECT_TRUE(eventually([] { return form->count("clicked", "Submit Order") == 1; }));
}

TEST_F(Notification, DenyDoesNot) {
  const int before = form->count("press");
  const auto done = ask_and_click(deny_button);
  EXPECT_EQ(done.text("outcome"), "denied") << done;
  EXPECT_FALSE(done.executed());
  EXPECT_EQ(form->count("press"), before);
}

TEST_F(Notification, DismissalDoesNot) {
  const int before = form->count("press");
  const auto done = ask_and_click(text_of);
  EXPECT_EQ(done.text("outcome"), "dismissed") << done;
  EXPECT_FALSE(done.executed());
  EXPECT_EQ(form->count("press"), before);
}

TEST_F(Notification, AnotherClientsSignalApprovesNothing) {
  const int before = form->count("press");
  auto agent = world->agent("shop");
  auto asked = agent.act_later(click(form->centre("Submit Order")));
  const auto id = world->pending_id();
  ASSERT_TRUE(eventually([&] { return !bubble().empty(); }));
  for (int forged = 1; forged < 40; ++forged) {
    world->desktop().output({"gdbus", "emit", "--session", "--object-path", "/org/freedesktop/Notifications",
                             "--signal", "org.freedesktop.Notifications.ActionInvoked",
                             "uint32 " + std::to_string(forged), "approve"});
  }
  EXPECT_EQ(world->pending_id(), id) << "still waiting for the real answer";
  EXPECT_EQ(world->ctl({"deny", id}).code, 0);
  EXPECT_FALSE(asked.get().executed());
  EXPECT_EQ(form->count("press"), before);
  EXPECT_TRUE(eventually([&] { return bubble().empty(); })) << "an answered prompt leaves the screen";
}

}  // namespace
}  // namespace interlock::test
