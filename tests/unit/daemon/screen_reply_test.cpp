/// Answers on the screen: which of them count, where the question is asked, and that one that does not count is not
/// final.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <deque>

#include "daemon/asking/confirmations.h"

namespace interlock::daemon {
namespace {

namespace asio = boost::asio;
namespace json = boost::json;
using platform::Answer;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// Answers at once, as its script says, `ago` after it was shown; without a script it waits.
class Screen : public platform::Notifier {
 public:
  struct Line {
    Answer answer;
    Clock::duration ago;
    bool broken = false;
  };
  std::deque<Line> script;
  std::vector<platform::Prompt> prompts;

  asio::awaitable<tl::expected<platform::Reply, Error>> ask(platform::Prompt prompt) override {
    prompts.push_back(std::move(prompt));
    if (script.empty()) {
      asio::steady_timer never(co_await asio::this_coro::executor, asio::steady_timer::time_point::max());
      co_await never.async_wait(asio::as_tuple(asio::use_awaitable));
      co_return platform::Reply{};
    }
    const Line line = script.front();
    script.pop_front();
    if (line.broken) co_return tl::make_unexpected(Error{"it is broken", {}, {}});
    co_return platform::Reply{line.answer, Clock::now() - line.ago};
  }
};

class ScreenReply : public testing::Test {
 protected:
  ScreenReply() {
    settings.prompt = policy::PromptChannel::notification;
    confirmations.set_window(window);
    confirmations.set_devices([this] { return devices; });
    devices.trouble.clear();
  }
  void ask(bool confined = false) {
    confirmations.set_settings(settings);
    Question question{.session = "s1",
                      .headline = "Click 'Buy'",
                      .rule = "irreversible",
                      .confined = confined,
                      .picture = take_picture,
                      .consent = {"about", true, ""}};
    asio::co_spawn(
        io,
        [this, question]() mutable -> asio::awaitable<void> {
          verdict = co_await confirmations.ask(std::move(question), 600ms);
        },
        asio::detached);
    io.restart();
    while (!verdict && io.run_one_for(3s) > 0) {
    }
  }

  asio::io_context io;
  int pictures = 0;
  std::function<asio::awaitable<std::shared_ptr<const platform::Picture>>()> take_picture;
  std::shared_ptr<Screen> bubble = std::make_shared<Screen>(), window = std::make_shared<Screen>();
  Devices devices;
  policy::DaemonSettings settings;
  std::optional<Verdict> verdict;
  Confirmations confirmations{io.get_executor(), bubble, [](const json::object&) {}};
};

TEST_F(ScreenReply, OnlyAQuestionOnTheScreenTakesAPicture) {
  const auto picture = std::make_shared<const platform::Picture>();
  take_picture = [&]() -> asio::awaitable<std::shared_ptr<const platform::Picture>> {
    ++pictures;
    co_return picture;
  };
  bubble->script = {{Answer::denied, 1s}};
  ask();
  ASSERT_THAT(bubble->prompts, SizeIs(1));
  EXPECT_EQ(bubble->prompts[0].picture, picture);
  EXPECT_EQ(pictures, 1);
  verdict.reset();
  ask();
  EXPECT_EQ(verdict->outcome, Outcome::denied) << "as a moment ago";
  EXPECT_THAT(bubble->prompts, SizeIs(1));
  EXPECT_EQ(pictures, 1);
}

TEST_F(ScreenReply, AYesAfterAPersonsPressCounts) {
  devices.pressed = Clock::now();
  bubble->script = {{Answer::approved, 2s}};
  ask();
  EXPECT_EQ(verdict->outcome, Outcome::approved);
  EXPECT_THAT(verdict->why, HasSubstr("in the notification"));
}

TEST_F(ScreenReply, AYesWithoutOneDoesNotAndTheQuestionIsShownAgainWithTheReason) {
  bubble->script = {{Answer::approved, 2s}};
  ask();
  EXPECT_EQ(verdict->outcome, Outcome::timed_out);
  ASSERT_THAT(bubble->prompts, SizeIs(2));
  EXPECT_THAT(bubble->prompts[0].notice, IsEmpty());
  EXPECT_THAT(bubble->prompts[1].notice, HasSubstr("program"));
}

TEST_F(ScreenReply, APressThatIsReportedALittleLaterCounts) {
  bubble->script = {{Answer::approved, 2s}};
  asio::steady_timer later(io, 100ms);
  later.async_wait([&](auto) { devices.pressed = Clock::now() - 50ms; });
  ask();
  EXPECT_EQ(verdict->outcome, Outcome::approved);
}

TEST_F(ScreenReply, ATooQuickYesDoesNotCount) {
  settings.replies = policy::Replies::any_input;
  bubble->script = {{Answer::approved, 100ms}, {Answer::approved_for_session, 900ms}};
  ask();
  EXPECT_EQ(verdict->outcome, Outcome::approved);
  EXPECT_THAT(verdict->why, HasSubstr("for this session"));
  EXPECT_THAT(bubble->prompts, SizeIs(2));
}

TEST_F(ScreenReply, ANoAlwaysCounts) {
  bubble->script = {{Answer::denied, 1ms}};
  ask();
  EXPECT_EQ(verdict->outcome, Outcome::denied);
}

TEST_F(ScreenReply, AMachineThatInsistsIsANo) {
  settings.replies = policy::Replies::any_input;
  bubble->script.assign(20, {Answer::approved, 1ms});
  ask();
  EXPECT_EQ(verdict->outcome, Outcome::denied);
  EXPECT_THAT(bubble->prompts, SizeIs(testing::Lt(10u)));
}

TEST_F(ScreenReply, WhereDevicesAreNotWatchedApproveIsNotOffered) {
  devices.trouble = "no XInput2";
  devices.pressed = Clock::now();
  bubble->script = {{Answer::approved, 2s}};
  ask();
  EXPECT_EQ(verdict->outcome, Outcome::timed_out);
  EXPECT_FALSE(bubble->prompts[0].can_approve);
}

TEST_F(ScreenReply, InterlockctlOnlyMeansNothingElseApproves) {
  settings.replies = policy::Replies::interlockctl;
  devices.pressed = Clock::now();
  bubble->script = {{Answer::approved, 2s}};
  ask();
  EXPECT_EQ(verdict->outcome, Outcome::timed_out);
  EXPECT_FALSE(bubble->prompts[0].can_approve);
}

TEST_F(ScreenReply, AnAgentThatIsNotConfinedIsAskedAboutInOurOwnWindow) {
  settings.prompt = policy::PromptChannel::automatic;
  devices.pressed = Clock::now();
  window->script = {{Answer::approved, 2s}};
  ask();
  EXPECT_EQ(verdict->outcome, Outcome::approved);
  EXPECT_THAT(verdict->why, HasSubstr("in the prompt window"));
  EXPECT_THAT(bubble->prompts, IsEmpty());
}

TEST_F(ScreenReply, AConfinedOnesQuestionsAreNotifications) {
  settings.prompt = policy::PromptChannel::automatic;
  bubble->script = {{Answer::denied, 2s}};
  ask(true);
  EXPECT_EQ(verdict->outcome, Outcome::denied);
  EXPECT_THAT(window->prompts, IsEmpty());
}

TEST_F(ScreenReply, WhereNoWindowCanBeShownANotificationSaysSoAndApprovesNothing) {
  settings.prompt = policy::PromptChannel::window;
  devices.pressed = Clock::now();
  window->script = {{Answer::approved, 2s, true}};
  ask();
  EXPECT_EQ(verdict->outcome, Outcome::timed_out);
  ASSERT_THAT(bubble->prompts, SizeIs(1));
  EXPECT_FALSE(bubble->prompts[0].can_approve);
  EXPECT_THAT(confirmations.trouble(), HasSubstr("broken"));
}

}  // namespace
}  // namespace interlock::daemon
