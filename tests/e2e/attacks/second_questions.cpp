// A page asks again about what a person has just approved, or about something else. The page itself reports what was
// done.
#include <gtest/gtest.h>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

class SecondQuestions : public testing::Test {
 protected:
  SecondQuestions()
      : world_({.desktop = {},
                .policy = "preset: default\nguardrails: {allow_private_networks: true}\n"
                          "daemon: {prompt_timeout_s: 60, observation_deadline_ms: 5000}\n"}),
        page_(start_server(world_.desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures")),
        browser_(start_chromium(world_.desktop(), page_url(page_, "asks_again.html"))),
        agent_(world_.agent()) {
    world_.wait_until_seen(page_.centre("same"), "Delete draft");
  }
  std::future<Verdict> press(const std::string& id) {
    const auto at = page_.centre(id);
    return agent_.act_later({{"type", "click"}, {"x", at.x}, {"y", at.y}});
  }
  /// Presses "Delete draft", which a person approves, and waits for the page's dialog.
  void delete_draft(const std::string& id) {
    auto pressed = press(id);
    EXPECT_EQ(world_.ctl({"approve", world_.pending_id()}).code, 0);
    EXPECT_TRUE(pressed.get().executed());
    world_.wait_until_seen(page_.centre("yes"), "Delete");
  }

  World world_;
  App page_;
  Process browser_;
  Agent agent_;
};

TEST_F(SecondQuestions, dialog_that_names_something_else) {
  delete_draft("same");
  const auto again = press("yes").get();
  EXPECT_TRUE(again.executed()) << again;
  EXPECT_EQ(again.text("outcome"), "approved") << again;
  EXPECT_TRUE(eventually([&] { return page_.count("fired", "same") == 1; }));

  for (const char* other : {"other", "more"}) {
    delete_draft(other);
    auto asked = press("yes");
    EXPECT_EQ(world_.ctl({"deny", world_.pending_id()}).code, 0) << other;
    EXPECT_FALSE(asked.get().executed()) << other;
    EXPECT_TRUE(press("no").get().executed());
    EXPECT_EQ(page_.count("fired", other), 0);
  }

  delete_draft("same");
  EXPECT_TRUE(agent_.act(key("Tab")).executed());
  auto asked = press("yes");
  EXPECT_EQ(world_.ctl({"deny", world_.pending_id()}).code, 0) << "another act may have led to another deletion";
  EXPECT_FALSE(asked.get().executed());
  EXPECT_EQ(page_.count("fired", "same"), 1);
}

}  // namespace
}  // namespace interlock::test
