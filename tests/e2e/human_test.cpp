// A person uses the real mouse and keyboard: agents stop, and continue when the devices are quiet. A person who answers
// a prompt is not taken for one who takes over.
#include <gtest/gtest.h>
#include <thread>

#include "tests/desktop/human.h"
#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

namespace interlock::test {
namespace {

using namespace std::chrono_literals;

const std::string human_policy =
    "preset: default\nhuman:\n  quiet_ms: 800\ndaemon:\n  prompt_timeout_s: 30\n  observation_deadline_ms: 5000\n";

class Takeover : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.desktop = {.real_devices = true}, .policy = human_policy});
    form = std::make_unique<App>(start_gtk3(world->desktop()));
    world->wait_until_seen(form->centre("Next"), "Next");
  }
  static void TearDownTestSuite() {
    form.reset();
    world.reset();
  }
  /// The person of the last test has released everything: an agent's act is done.
  void SetUp() override {
    ASSERT_TRUE(eventually([] { return world->agent().act(key("Shift_L")).executed(); }));
  }

  void focus_note() {
    ASSERT_TRUE(world->agent().act(click(form->centre("note"))).executed());
    ASSERT_TRUE(eventually([&] { return form->focus() == "note"; }));
  }
  int in_audit(const std::string& text) {
    int count = 0;
    const auto log = world->audit();
    for (auto at = log.find(text); at != std::string::npos; at = log.find(text, at + 1)) ++count;
    return count;
  }

  Human human{world->desktop()};
  static inline std::unique_ptr<World> world;
  static inline std::unique_ptr<App> form;
};

constexpr unsigned most_of_slow_text = 2000;
/// Typed in small parts: none of it needs a borrowed key. So long that a person's input comes before its end.
std::string slow_text() {
  std::string text;
  for (unsigned code = 0x4e00; code < 0x4e00 + most_of_slow_text; ++code) {
    text += static_cast<char>(0xe0 | (code >> 12));
    text += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    text += static_cast<char>(0x80 | (code & 0x3f));
  }
  return text;
}

TEST_F(Takeover, BreaksOffATextAndLetsAgentsGoOnAfterwards) {
  focus_note();
  const int noted = in_audit("\"takeover\"");
  auto agent = world->agent();
  auto typing = agent.act_later(type(slow_text()));
  ASSERT_TRUE(eventually([&] { return !form->text("note").empty(); }));
  human.moves(600, 700);
  human.moves(700, 700);
  const auto done = typing.get();
  EXPECT_FALSE(done.executed()) << done;
  ASSERT_TRUE(done.reply.contains("refusal")) << done;
  EXPECT_EQ(done.reply.at("refusal").at("code").as_string(), "human_takeover") << done;
  EXPECT_TRUE(done.reply.contains("retry_after_ms")) << done;
  const auto typed = static_cast<std::size_t>(done.typed());
  EXPECT_LT(typed, most_of_slow_text);
  EXPECT_TRUE(eventually([&] { return form->text("note") == slow_text().substr(0, typed * 3); }))
      << typed << " were said to be typed, and there is: " << form->text("note");
  EXPECT_EQ(in_audit("\"takeover\""), noted + 1);

  // The next action waits until the person leaves the mouse, and is then done.
  const int before = form->count("clicked", "Next");
  const auto moved = std::chrono::steady_clock::now();
  human.moves(610, 700);
  auto next = agent.act(click(form->centre("Next")));
  // If the motion was noticed only during the click, that was broken off; the agent tries again.
  if (!next.executed()) next = agent.act(click(form->centre("Next")));
  EXPECT_TRUE(next.executed()) << next;
  EXPECT_GE(std::chrono::steady_clock::now() - moved, 800ms);
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Next") == before + 1; }));
}

TEST_F(Takeover, APersonWhoContinuesIsNotDisturbed) {
  std::atomic<bool> over = false;
  std::thread hand([&] {
    for (int x = 0; !over; x = (x + 40) % 400) {
      human.moves(500 + x, 700);
      std::this_thread::sleep_for(100ms);
    }
  });
  std::this_thread::sleep_for(500ms);
  const int before = form->count("clicked", "Next");
  const auto refused = world->agent().act(click(form->centre("Next")));
  over = true;
  hand.join();
  EXPECT_EQ(refused.text("decision"), "block") << refused;
  EXPECT_EQ(refused.text("rule"), "human") << refused;
  EXPECT_EQ(refused.text("code"), "takeover") << refused;
  EXPECT_GT(refused.reply.at("retry_after_ms").as_int64(), 0) << refused;
  EXPECT_EQ(form->count("clicked", "Next"), before);
}

TEST_F(Takeover, APersonWhoContinuesAfterTheirYesInterruptsTheAct) {
  const int before = form->count("clicked", "Submit Order");
  auto agent = world->agent("shop");
  int executed = 0;
  Verdict done;
  // On a busy machine the motions may pause for as long as a person who has finished; then it is repeated.
  EXPECT_TRUE(eventually([&] {
    auto asked = agent.act_later(click(form->centre("Submit Order")));
    const auto id = world->pending_id();
    std::atomic<bool> over = false;
    std::thread hand([&] {
      for (int x = 0; !over; x = (x + 40) % 400) human.moves(500 + x, 800);
    });
    EXPECT_EQ(world->ctl({"approve", id}).code, 0);
    done = asked.get();
    over = true;
    hand.join();
    EXPECT_EQ(done.text("outcome"), "approved") << done;
    executed += done.executed();
    return !done.executed();
  })) << done;
  ASSERT_TRUE(done.reply.contains("refusal")) << done;
  EXPECT_EQ(done.reply.at("refusal").at("code").as_string(), "human_takeover") << done;
  EXPECT_GT(done.reply.at("retry_after_ms").as_int64(), 0) << done;
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Submit Order") == before + executed; }));
}

TEST_F(Takeover, AnsweringAPromptIsNone) {
  const int before = form->count("clicked", "Submit Order");
  auto agent = world->agent("shop");
  Verdict done;
  // A motion that comes long after the answer does count as a takeover. On a busy machine it may come so late; then it
  // is repeated.
  const auto came_late = [&] {
    return done.reply.contains("refusal") && done.reply.at("refusal").at("code").as_string() == "human_takeover";
  };
  EXPECT_TRUE(eventually([&] {
    auto asked = agent.act_later(click(form->centre("Submit Order")));
    const auto id = world->pending_id();
    human.clicks(900, 800);
    EXPECT_EQ(world->ctl({"approve", id}).code, 0);
    human.moves(930, 800);
    done = asked.get();
    EXPECT_EQ(done.text("outcome"), "approved") << done;
    EXPECT_TRUE(done.executed() || came_late()) << done;
    return done.executed();
  })) << done;
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Submit Order") == before + 1; }));
}

TEST_F(Takeover, GivesThePersonTheKeysBackThatAnAgentHolds) {
  focus_note();
  auto agent = world->agent();
  json::object hold = {{"type", "key_down"}, {"key", "shift"}};
  ASSERT_TRUE(agent.act(hold).executed());
  X x(world->desktop().display());
  ASSERT_TRUE(x.is_down("Shift_L"));
  human.moves(640, 700);
  human.moves(700, 720);
  EXPECT_TRUE(eventually([&] { return !x.anything_down(); }));
}

TEST_F(Takeover, ThePanicKeyEndsAll) {
  focus_note();
  auto holder = world->agent("holder");
  json::object hold = {{"type", "key_down"}, {"key", "ctrl"}};
  ASSERT_TRUE(holder.act(hold).executed());
  auto agent = world->agent("shop");
  auto asked = agent.act_later(click(form->centre("Submit Order")));
  const auto id = world->pending_id();
  auto waiting = world->agent("waiting");
  auto queued = waiting.act_later(click(form->centre("Next")));
  const int before = form->count("clicked");
  human.presses("shift+super+Escape");
  const auto done = asked.get();
  EXPECT_EQ(done.text("outcome"), "cancelled") << done;
  EXPECT_EQ(queued.get().text("rule"), "session");
  EXPECT_NE(world->ctl({"approve", id}).code, 0) << "a late yes";
  EXPECT_EQ(holder.act(click(form->centre("Next"))).text("code"), "halted");
  // A new session changes nothing until a person resumes.
  EXPECT_EQ(world->agent("again").act(click(form->centre("Next"))).text("code"), "paused");
  EXPECT_EQ(form->count("clicked"), before);
  X x(world->desktop().display());
  EXPECT_TRUE(eventually([&] { return !x.anything_down(); }));
  EXPECT_EQ(in_audit("\"panic_key\":\"real\""), 1);
  EXPECT_EQ(world->ctl({"resume"}).code, 0);
  EXPECT_TRUE(world->agent("again").act(click(form->centre("Next"))).executed());
}

TEST_F(Takeover, StatusReportsTheDevices) {
  const auto status = world->ctl({"status"}).output;
  EXPECT_NE(status.find("panic key shift+super+Escape"), std::string::npos) << status;
  EXPECT_NE(status.find("injected by other programs: nothing"), std::string::npos) << status;
}

}  // namespace
}  // namespace interlock::test
