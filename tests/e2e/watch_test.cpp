// `interlockctl watch` on a terminal: a person's key answers, and an agent's does not. Through a real pseudo terminal,
// and in a real terminal emulator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/e2e_terminal.h"
#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string ctl = INTERLOCK_BINARY_DIR "/cli/interlockctl";

class Watch : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{
        .policy = "preset: default\ndaemon:\n  prompt_timeout_s: 60\n  observation_deadline_ms: 5000\n"});
    form = std::make_unique<App>(start_gtk3(world->desktop()));
    world->wait_until_seen(form->centre("Submit Order"), "Submit Order");
  }
  static void TearDownTestSuite() {
    form.reset();
    world.reset();
  }
  static inline std::unique_ptr<World> world;
  static inline std::unique_ptr<App> form;
};

TEST_F(Watch, AKeyAnswersTheShownQuestion) {
  OnTerminal terminal(world->desktop(), {ctl, "watch"});
  ASSERT_TRUE(terminal.says("nothing waits for you"));
  auto agent = world->agent("shop");
  // A key typed too early approves nothing. If a slow machine delivers the key late, this is repeated.
  std::future<Verdict> asked;
  bool refused = false;
  for (int i = 0; i < 5 && !refused; ++i) {
    terminal.forget();
    const auto begin = std::chrono::steady_clock::now();
    asked = agent.act_later(click(form->centre("Submit Order")));
    ASSERT_TRUE(terminal.says("[a] in a moment"));
    terminal.press("a");
    eventually([&] {
      refused = terminal.said().find("too soon") != std::string::npos;
      return refused || asked.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
    });
    if (!refused) {
      ASSERT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds{500});
      asked.get();
    }
  }
  ASSERT_TRUE(refused);
  EXPECT_FALSE(world->ctl({"pending"}).output.starts_with("nothing"));
  const int before = form->count("clicked", "Submit Order");
  terminal.forget();
  ASSERT_TRUE(terminal.says("[a] approve"));
  terminal.press("a");
  EXPECT_EQ(asked.get().text("outcome"), "approved");
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Submit Order") == before + 1; }));

  asked = agent.act_later(click(form->centre("Submit Order")));
  world->pending_id();
  terminal.forget();
  ASSERT_TRUE(terminal.says("press \"Submit Order\""));
  terminal.resize(12, 40);
  terminal.forget();
  EXPECT_TRUE(terminal.says("[a] approve")) << "drawn again in the new size";
  terminal.press("d");
  EXPECT_EQ(asked.get().text("outcome"), "denied");
  EXPECT_TRUE(terminal.says("ask"));
  EXPECT_EQ(form->count("clicked", "Submit Order"), before + 1);

  terminal.press("q");
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_THAT(terminal.said(), HasSubstr("\033[?1049l")) << "the terminal is left as it was";
}

TEST_F(Watch, AKeyApprovesForTheSession) {
  OnTerminal terminal(world->desktop(), {ctl, "watch"});
  ASSERT_TRUE(terminal.says("nothing waits for you"));
  auto agent = world->agent("shop");
  const int before = form->count("clicked", "Submit Order");
  auto asked = agent.act_later(click(form->centre("Submit Order")));
  ASSERT_TRUE(terminal.says("[s] for this session   [t] for 10 minutes"));
  terminal.press("s");
  EXPECT_EQ(asked.get().text("outcome"), "approved");
  EXPECT_TRUE(terminal.says("approved for this session"));
  // The same action again: no question.
  EXPECT_TRUE(agent.act(click(form->centre("Submit Order"))).executed());
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Submit Order") == before + 2; }));
  // This does not hold for another agent's session.
  auto other = world->agent("another");
  asked = other.act_later(click(form->centre("Submit Order")));
  const auto id = world->pending_id();
  world->ctl({"deny", id});
  EXPECT_FALSE(asked.get().executed());
}

TEST_F(Watch, ColoursAreForThoseWhoWantThem) {
  for (const bool wanted : {true, false}) {
    OnTerminal terminal(world->desktop(), {ctl, "watch"}, {{"TERM", "xterm"}, {"NO_COLOR", wanted ? "" : "1"}});
    ASSERT_TRUE(terminal.says("nothing waits for you"));
    world->ctl({"pause"});
    world->agent("shop").act(click(form->centre("Next")));
    world->ctl({"resume"});
    ASSERT_TRUE(terminal.says("block"));
    EXPECT_EQ(terminal.said().find("\033[31m") != std::string::npos, wanted);
  }
}

TEST_F(Watch, LinesWhereItIsNoTerminalOrTheyAreWanted) {
  OnTerminal terminal(world->desktop(), {"sh", "-c", ctl + " watch | cat"});
  OnTerminal lines(world->desktop(), {ctl, "watch", "--lines"});
  ASSERT_TRUE(eventually([&] {
    world->agent("shop").act(click(form->centre("Next")), {{"dry_run", true}});
    return terminal.said().find("click (") != std::string::npos && lines.said().find("click (") != std::string::npos;
  }));
  EXPECT_THAT(terminal.said() + lines.said(), Not(HasSubstr("\033")));
}

TEST_F(Watch, NoAgentActsOnTheTerminalWhereItRuns) {
  auto terminal = world->desktop().start({"xterm", "-geometry", "60x12+600+500", "-e", ctl, "watch"});
  const auto window = window_titled(world->desktop(), "interlockctl watch");
  focus_window(world->desktop(), window);
  auto agent = world->agent("shop");
  for (const auto& action :
       {type("a"), key("a"), click({700, 600}), json::object{{"type", "key_down"}, {"key", "a"}}}) {
    const auto refused = agent.act(action);
    EXPECT_FALSE(refused.executed()) << refused;
    EXPECT_EQ(refused.text("code"), "protected_window") << refused;
  }
}

}  // namespace
}  // namespace interlock::test
