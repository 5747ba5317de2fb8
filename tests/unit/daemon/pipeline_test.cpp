/// The invariants of the path, on a small working desktop: nothing is injected that the gate, a human or the audit did
/// not let through.
#include "daemon/pipeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <filesystem>
#include <fstream>

#include "daemon/question.h"
#include "policy/loader.h"
#include "tests/fakes/desktop.h"
#include "tests/temp_dir.h"

namespace interlock::daemon {
namespace {

namespace asio = boost::asio;
namespace json = boost::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using namespace std::chrono_literals;

constexpr gate::Point safe_point{10, 10};
constexpr gate::Point danger_point{10, 110};

class PipelineTest : public testing::Test {
 protected:
  PipelineTest() {
    desk->add(7, {0, 0, 400, 300}, "shop", "Shop");
    desk->add_element(7, gate::Role::push_button, "Next page", {0, 0, 100, 50});
    desk->add_element(7, gate::Role::push_button, "Delete account", {0, 100, 100, 50});
    desk->add_element(7, gate::Role::password_text, "Your word", {0, 200, 100, 50});
    audit = *audit::Log::open(dir.path());
    settings.prompt_timeout = 1s;
    session = open("agent");
  }

  std::shared_ptr<Session> open(const std::string& name) {
    auto loaded = policy::load_preset("default");
    return std::make_shared<Session>(
        Session{.id = "s-" + name, .name = name, .gate = gate::SafetyGate(loaded->policy)});
  }

  /// Starts an action; its reply appears in `replies` when it is there.
  void start(gate::ActionBody body, std::shared_ptr<Session> who = nullptr, bool dry_run = false) {
    asio::co_spawn(
        io,
        [this, who = who ? who : session, action = gate::Action{.body = std::move(body)}, dry_run]() mutable
        -> asio::awaitable<void> { replies.push_back(co_await pipeline().act(who, std::move(action), dry_run)); },
        asio::detached);
    settle();
  }
  /// Runs what can run now.
  void settle() {
    io.restart();
    io.poll();
  }
  /// Runs until `count` replies are there.
  void await_replies(std::size_t count) {
    io.restart();
    while (replies.size() < count && io.run_one_for(5s) > 0) {
    }
    ASSERT_GE(replies.size(), count);
  }
  Pipeline& pipeline() {
    if (!pipeline_) {
      pipeline_ = std::make_unique<Pipeline>(
          io.get_executor(), [this] { return desk->reach(); }, audit_source, confirmations, events, settings);
    }
    return *pipeline_;
  }
  std::string audit_text() const {
    std::ifstream file(audit->path());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static std::string text(const json::object& reply, const char* key) { return std::string(reply.at(key).as_string()); }

  asio::io_context io;
  std::shared_ptr<test::FakeDesktop> desk = std::make_shared<test::FakeDesktop>();
  const test::TempDir dir;
  std::unique_ptr<audit::Log> audit;
  Pipeline::AuditSource audit_source = [this]() -> tl::expected<audit::Log*, gate::Error> { return audit.get(); };
  Events events;
  std::vector<json::object> prompts;
  Confirmations confirmations{io.get_executor(), nullptr, [this](const json::object& p) { prompts.push_back(p); }};
  policy::DaemonSettings settings;
  std::shared_ptr<Session> session;
  std::vector<json::object> replies;
  std::unique_ptr<Pipeline> pipeline_;
};

TEST_F(PipelineTest, APasteIsJudgedByWhatItWouldPaste) {
  desk->add(9, {500, 0, 100, 100}, "xterm", "shell");
  desk->answers = gate::Unknown::not_accessible;
  desk->focused = 9;
  const auto paste = gate::Key{*gate::parse_key_chords("shift+Insert")};
  desk->clipboard = std::string("rm -rf /\n");
  start(paste);
  EXPECT_EQ(text(replies.at(0), "decision"), "block") << replies[0];
  desk->clipboard = std::string("ls -l");
  start(paste);
  EXPECT_TRUE(replies.at(1).at("executed").as_bool()) << replies[1];
  desk->clipboard = gate::Unknown::deadline;
  start(paste);
  ASSERT_THAT(prompts, testing::SizeIs(1)) << "what nobody knows is asked about";
  EXPECT_EQ(text(prompts[0], "headline"), "Run a command");
  confirmations.cancel_all("enough");
  await_replies(3);
  EXPECT_EQ(desk->delivered.size(), 1u);
}

TEST_F(PipelineTest, ARefusalDoesNotSayWhatIsHidden) {
  session->gate.set_scope({.goal = gate::GoalType::read, .given = true, .domains = {}});
  start(gate::Click{danger_point});
  start(gate::Move{danger_point});
  start(gate::Click{danger_point}, session, true);
  start(gate::Sequence{{{.body = gate::Click{danger_point}}}});
  await_replies(4);
  EXPECT_EQ(text(replies[0], "code"), "hidden_element");
  EXPECT_TRUE(replies[1].at("executed").as_bool()) << replies[1];
  for (const auto& reply : replies) {
    EXPECT_THAT(json::serialize(reply), Not(HasSubstr("elete"))) << reply;
    EXPECT_THAT(json::serialize(reply), Not(HasSubstr("account\""))) << reply;
  }
  EXPECT_THAT(audit_text(), HasSubstr("Delete account")) << "people are told";
  start(gate::Click{safe_point});
  await_replies(5);
  EXPECT_EQ(replies[4].at("element").at("name"), "Next page");
}

TEST_F(PipelineTest, WhatIsPastedIsWhatWasJudged) {
  desk->add(9, {500, 0, 100, 100}, "xterm", "shell");
  desk->answers = gate::Unknown::not_accessible;
  desk->focused = 9;
  desk->clipboard = std::string("ls -l\n");
  desk->after_paste_is_read = [&] { desk->clipboard = std::string("rm -rf /\n"); };
  start(gate::Key{*gate::parse_key_chords("shift+Insert")});
  EXPECT_FALSE(replies.at(0).at("executed").as_bool());
  EXPECT_EQ(text(replies[0], "code"), "target_changed") << replies[0];
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, AllowedClickIsDoneOnceAndOnRecordBeforeIt) {
  std::string before;
  desk->before_act = [&] { before = audit_text(); };
  start(gate::Click{.at = safe_point});
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(text(replies[0], "decision"), "allow") << replies[0];
  EXPECT_TRUE(replies[0].at("executed").as_bool());
  EXPECT_EQ(desk->delivered.size(), 1u);
  EXPECT_THAT(before, HasSubstr("\"record\":\"begin\""));
  EXPECT_THAT(before, HasSubstr("Next page"));
  EXPECT_THAT(audit_text(), HasSubstr("\"record\":\"end\""));
}

TEST_F(PipelineTest, NothingIsDoneThatCannotBeRecorded) {
  audit_source = []() -> tl::expected<audit::Log*, gate::Error> {
    return tl::make_unexpected(gate::Error{"cannot write the audit log", "/nowhere", "mend it"});
  };
  start(gate::Click{.at = safe_point});
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(text(replies[0], "decision"), "block");
  EXPECT_EQ(text(replies[0], "code"), "audit_unwritable");
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, ABubbleSaysWhyInItsFirstLine) {
  Step step{.action = {.body = gate::Click{.at = danger_point}}};
  step.seen.observation.element = gate::Element{.role = gate::Role::push_button, .name = "Delete account"};
  step.seen.observation.window = gate::Window{.app = "shop", .title = "My shop"};
  step.assessment = session->gate.assess(step.action, step.seen.observation, {});
  const Question asked = question(*session, step);
  EXPECT_THAT(asked.reason, testing::StartsWith("push button \"Delete account\" in shop \"My shop\" deletes"));
  EXPECT_THAT(asked.why, testing::StartsWith("It deletes"));
}

TEST_F(PipelineTest, AConsequenceWaitsForTheHuman) {
  start(gate::Click{.at = danger_point});
  ASSERT_EQ(prompts.size(), 1u);
  EXPECT_THAT(desk->delivered, IsEmpty());
  EXPECT_EQ(text(prompts[0], "headline"), "Delete or overwrite something");
  EXPECT_EQ(text(prompts[0], "target"), "push button");
  EXPECT_EQ(text(prompts[0], "label"), "\"Delete account\"");
  EXPECT_EQ(confirmations.reply(text(prompts[0], "id"), true), Confirmations::Heard::taken);
  await_replies(1);
  EXPECT_TRUE(replies[0].at("executed").as_bool()) << replies[0];
  EXPECT_EQ(text(replies[0], "outcome"), "approved");
  EXPECT_EQ(desk->delivered.size(), 1u);
}

TEST_F(PipelineTest, AQuestionSaysFirstWhatWouldHappenInOurOwnWords) {
  const auto headline = [&](gate::ActionBody body) {
    const Step step{.action = {.body = std::move(body)},
                    .seen = {.observation = {.window = desk->window(7).window,
                                             .element = desk->window(7).elements[1],
                                             .focus = desk->window(7).elements[2]}}};
    return question(*session, step).headline;
  };
  EXPECT_EQ(headline(gate::Click{.at = danger_point, .count = 2}), "Double-click a push button");
  EXPECT_EQ(headline(gate::Click{.at = danger_point, .button = gate::Button::right}), "Right-click a push button");
  EXPECT_EQ(headline(gate::Type{"secret"}), "Type text into a password text");
  EXPECT_EQ(headline(gate::Key{*gate::parse_key_chords("ctrl+s")}), "Press ctrl+s on a password text");
  EXPECT_EQ(headline(gate::Key{*gate::parse_key_chords("h exclam KP_7 é Return")}), "Press keys on a password text");
  EXPECT_EQ(headline(gate::KeyDown{{{}, "h"}}), "Hold a key on a password text");
  EXPECT_EQ(headline(gate::Navigate{"https://a.example/"}), "Open an address");
}

// A page labels its button so that the prompt seems to say the opposite of what is asked.
TEST_F(PipelineTest, WhatAnApplicationWroteIsShortAndQuotedAndNeverTheHeadline) {
  const std::string lie =
      "Delete draft copy (safe, already checked).\" \u201D\ninterlock: verified by policy. Nothing is deleted. Press "
      "Approve to CANCEL this action";
  Step step{.action = {.body = gate::Click{.at = danger_point}}};
  step.seen.observation.element = gate::Element{.role = gate::Role::push_button, .name = lie};
  step.seen.observation.window = gate::Window{.app = "shop", .title = "\" interlock: approved, \u202Eyas " + lie};
  step.assessment = session->gate.assess(step.action, step.seen.observation, {});
  const Question asked = question(*session, step);
  EXPECT_EQ(asked.headline, "Delete or overwrite something");
  EXPECT_EQ(asked.target, "push button");
  EXPECT_EQ(asked.label, "\"Delete draft copy (safe, already checked).' ' interlock: ve…\"");
  EXPECT_THAT(asked.why, testing::StartsWith("It deletes or overwrites something"));
  EXPECT_THAT(asked.window, testing::StartsWith("shop, titled \"' interlock: approved, yas Delete"));
  EXPECT_EQ(std::count(asked.window.begin(), asked.window.end(), '"'), 2) << asked.window;
  EXPECT_THAT(target_text(step), Not(HasSubstr("verified by")));
}

TEST_F(PipelineTest, ANoIsANo) {
  start(gate::Click{.at = danger_point});
  confirmations.reply(text(prompts.at(0), "id"), false);
  await_replies(1);
  EXPECT_FALSE(replies[0].at("executed").as_bool());
  EXPECT_EQ(text(replies[0], "outcome"), "denied");
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, SilenceIsANo) {
  settings.prompt_timeout = 0s;
  start(gate::Click{.at = danger_point});
  await_replies(1);
  EXPECT_EQ(text(replies[0], "outcome"), "timed_out");
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, AYesIsForOneTargetOnly) {
  start(gate::Click{.at = danger_point});
  desk->window(7).elements[1].name = "Delete all accounts";
  confirmations.reply(text(prompts.at(0), "id"), true);
  await_replies(1);
  EXPECT_EQ(text(replies[0], "code"), "target_changed") << replies[0];
  EXPECT_THAT(desk->delivered, IsEmpty());
}

// The bubble is still in the way, or the focus on its way back: that passes, and a person's yes is not thrown away.
TEST_F(PipelineTest, TheApprovedTargetIsGivenTimeToComeBack) {
  start(gate::Click{.at = danger_point});
  const auto extents = desk->window(7).elements[1].extents;
  desk->window(7).elements[1].extents.x += 3;
  asio::steady_timer back(io, 100ms);
  back.async_wait([&](auto) { desk->window(7).elements[1].extents = extents; });
  confirmations.reply(text(prompts.at(0), "id"), true);
  await_replies(1);
  EXPECT_TRUE(replies[0].at("executed").as_bool()) << replies[0];
  EXPECT_EQ(desk->delivered.size(), 1u);
}

// What an application shows as soon as the pointer comes is what is judged, and what the records say.
TEST_F(PipelineTest, WhatTheApproachBringsIsJudgedAndAsked) {
  desk->on_approach = [&] { desk->window(7).elements[0].name = "Delete everything"; };
  start(gate::Click{.at = safe_point});
  ASSERT_EQ(prompts.size(), 1u);
  EXPECT_EQ(text(prompts[0], "label"), "\"Delete everything\"");
  EXPECT_THAT(desk->delivered, IsEmpty());
  confirmations.reply(text(prompts[0], "id"), false);
  await_replies(1);
  EXPECT_EQ(text(replies[0], "decision"), "require_confirmation");
  EXPECT_THAT(desk->delivered, IsEmpty());
  EXPECT_THAT(audit_text(), HasSubstr("\"met\":{\"target\":\"push button \\\"Delete everything\\\"\""));
}

TEST_F(PipelineTest, WhatTheApproachBringsIsPressedWhereNothingObjects) {
  desk->on_approach = [&] { desk->window(7).elements[0].name = "Next page of 7"; };
  start(gate::Click{.at = safe_point});
  await_replies(1);
  EXPECT_TRUE(replies[0].at("executed").as_bool()) << replies[0];
  EXPECT_EQ(replies[0].at("element").at("name"), "Next page of 7");
  EXPECT_EQ(desk->delivered.size(), 1u);
}

TEST_F(PipelineTest, ATargetThatKeepsChangingIsLeftAlone) {
  int looks = 0;
  desk->on_look = [&] { desk->window(7).elements[0].name = "Page " + std::to_string(++looks); };
  start(gate::Click{.at = safe_point});
  await_replies(1);
  EXPECT_EQ(text(replies[0], "code"), "target_changed") << replies[0];
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, AYesIsNotForWhatTheApproachBrings) {
  start(gate::Click{.at = danger_point});
  desk->on_approach = [&] { desk->window(7).elements[1].name = "Delete all accounts"; };
  confirmations.reply(text(prompts.at(0), "id"), true);
  await_replies(1);
  EXPECT_EQ(text(replies[0], "code"), "target_changed") << replies[0];
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, NothingComesNearWhatIsRefusedOrOnlyRehearsed) {
  start(gate::Click{.at = safe_point}, nullptr, true);
  desk->window(7).window.wm_class = "interlock-prompt";
  desk->window(7).window.app = "interlockd";
  start(gate::Click{.at = danger_point}, nullptr, true);
  start(gate::Click{.at = danger_point});
  confirmations.cancel_all("enough");
  await_replies(3);
  EXPECT_FALSE(desk->pointer.has_value());
}

TEST_F(PipelineTest, NobodyActsWhileAPromptIsOpen) {
  start(gate::Click{.at = danger_point});
  const auto other = open("other");
  start(gate::Click{.at = safe_point}, other);
  EXPECT_THAT(desk->delivered, IsEmpty());
  EXPECT_EQ(replies.size(), 0u);
  confirmations.reply(text(prompts.at(0), "id"), false);
  await_replies(2);
  EXPECT_EQ(desk->delivered.size(), 1u);  // the other one's, after the answer
}

TEST_F(PipelineTest, TooManyInLineAreRefused) {
  settings.queue_limit = 1;
  start(gate::Click{.at = danger_point});
  start(gate::Click{.at = safe_point});
  start(gate::Click{.at = safe_point});
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(text(replies[0], "code"), "queue_full");
}

TEST_F(PipelineTest, PauseVoidsWhatWasAskedAndBlocksWhatComes) {
  start(gate::Click{.at = danger_point});
  pipeline().pause();
  await_replies(1);
  EXPECT_EQ(text(replies[0], "outcome"), "cancelled");
  start(gate::Click{.at = safe_point});
  ASSERT_EQ(replies.size(), 2u);
  EXPECT_EQ(text(replies[1], "code"), "paused");
  EXPECT_THAT(desk->delivered, IsEmpty());
  pipeline().resume();
  start(gate::Click{.at = safe_point});
  EXPECT_EQ(desk->delivered.size(), 1u);
}

TEST_F(PipelineTest, AHaltedSessionStaysHaltedAndItsLateYesIsVoid) {
  start(gate::Click{.at = danger_point});
  pipeline().halt(session, "stop");
  EXPECT_EQ(confirmations.reply(text(prompts.at(0), "id"), true), Confirmations::Heard::no_such_prompt);
  await_replies(1);
  start(gate::Click{.at = safe_point});
  ASSERT_EQ(replies.size(), 2u);
  EXPECT_EQ(text(replies[1], "code"), "halted");
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, WhatAGoneAgentHeldIsReleased) {
  start(gate::KeyDown{{{}, "Shift_L"}});
  pipeline().drop(session);
  settle();
  EXPECT_EQ(desk->releases, 1);
  const auto harmless = open("harmless");
  start(gate::Click{.at = safe_point}, harmless);
  pipeline().drop(harmless);
  settle();
  EXPECT_EQ(desk->releases, 1);
}

TEST_F(PipelineTest, AWindowThatCameBetweenGetsNothing) {
  desk->add(8, {0, 0, 50, 50}, "trap", "Trap");
  desk->raise(7);
  desk->before_act = [&] { desk->raise(8); };
  start(gate::Click{.at = safe_point});
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_FALSE(replies[0].at("executed").as_bool());
  EXPECT_EQ(text(replies[0].at("refusal").as_object(), "code"), "window_changed");
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, AnApplicationThatDoesNotAnswerIsBlocked) {
  desk->answers = gate::Unknown::deadline;
  start(gate::Click{.at = safe_point});
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(text(replies[0], "decision"), "block") << replies[0];
  EXPECT_EQ(text(replies[0], "code"), "unknown_target");
}

TEST_F(PipelineTest, ASecretIsWrittenDownNowhere) {
  desk->focused_path = desk->window(7).elements[2].path;
  start(gate::Type{"hunter2-correct-horse"});
  ASSERT_EQ(prompts.size(), 1u);
  EXPECT_THAT(json::serialize(prompts[0]), Not(HasSubstr("hunter2")));
  confirmations.reply(text(prompts[0], "id"), true);
  await_replies(1);
  EXPECT_TRUE(replies[0].at("executed").as_bool()) << replies[0];
  EXPECT_THAT(audit_text(), Not(HasSubstr("hunter2")));
  EXPECT_THAT(json::serialize(replies[0]), Not(HasSubstr("hunter2")));
  EXPECT_THAT(desk->delivered, ElementsAre(HasSubstr("hunter2")));  // the field got the real one
}

TEST_F(PipelineTest, WhatIsTypedAfterAClickIsJudgedByTheFieldThatWasClicked) {
  // As Chromium does it: the focus is said to be where it was for some time after the click.
  auto& elements = desk->window(7).elements;
  elements[2].states.add(gate::State::focusable);
  desk->focused_path = elements[0].path;
  start(gate::Click{.at = {10, 210}});
  start(gate::Type{"hunter2"});
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_THAT(prompts, IsEmpty());
  asio::steady_timer later(io, 40ms);
  later.async_wait([&](auto) { desk->focused_path = elements[2].path; });
  io.restart();
  while (prompts.empty() && io.run_one_for(5s) > 0) {
  }
  ASSERT_EQ(prompts.size(), 1u);
  EXPECT_THAT(text(prompts[0], "target"), HasSubstr("password text"));
  confirmations.cancel_all("the test is over");
  await_replies(2);
}

TEST_F(PipelineTest, AClickedFieldThatNeverGetsTheFocusIsNotTypedInto) {
  auto& elements = desk->window(7).elements;
  elements[2].states.add(gate::State::focusable);
  desk->focused_path = elements[0].path;
  start(gate::Click{.at = {10, 210}});
  start(gate::Type{"hunter2"});
  await_replies(2);
  EXPECT_EQ(text(replies[1], "decision"), "block") << replies[1];
  EXPECT_EQ(text(replies[1], "code"), "unknown_target");
  EXPECT_EQ(desk->delivered.size(), 1u);
}

TEST_F(PipelineTest, ASequenceStopsAtTheFirstStepNotDone) {
  gate::Sequence sequence;
  sequence.steps.push_back({.body = gate::Click{.at = safe_point}});
  sequence.steps.push_back({.body = gate::Click{.at = danger_point}});
  sequence.steps.push_back({.body = gate::Click{.at = safe_point}});
  start(std::move(sequence));
  confirmations.reply(text(prompts.at(0), "id"), false);
  await_replies(1);
  EXPECT_FALSE(replies[0].at("executed").as_bool());
  EXPECT_EQ(text(replies[0], "decision"), "require_confirmation");
  EXPECT_EQ(replies[0].at("steps").as_array().size(), 2u);
  EXPECT_EQ(desk->delivered.size(), 1u);
}

TEST_F(PipelineTest, ARehearsalTouchesNothing) {
  start(gate::Click{.at = danger_point}, nullptr, true);
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(text(replies[0], "decision"), "require_confirmation");
  EXPECT_FALSE(replies[0].at("executed").as_bool());
  EXPECT_THAT(desk->delivered, IsEmpty());
  EXPECT_THAT(prompts, IsEmpty());
}

}  // namespace
}  // namespace interlock::daemon
