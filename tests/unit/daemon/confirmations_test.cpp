/// Few questions: equal questions are merged, an approval may last, a denial holds for a moment, only a few are open.
#include "daemon/asking/confirmations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>

namespace interlock::daemon {
namespace {

namespace asio = boost::asio;
namespace json = boost::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using namespace std::chrono_literals;
using Heard = Confirmations::Heard;

constexpr Lifespan for_session{Lifespan::Kind::session, {}};

class ConfirmationsTest : public testing::Test {
 protected:
  ConfirmationsTest() {
    settings.denial_memory = 0s;
    settings.max_denials = 0;
    confirmations.set_settings(settings);
  }
  void put(const Question& question) {
    asio::co_spawn(
        io,
        [this, question]() mutable -> asio::awaitable<void> {
          verdicts.push_back(co_await confirmations.ask(std::move(question), 10s));
        },
        asio::detached);
    settle();
  }
  void ask(const std::string& about, const std::string& session = "s1", bool may_last = true) {
    put({.session = session, .headline = "Click " + about, .consent = {about, may_last, ""}});
  }
  void ask_text(const std::string& text, const std::string& field, const std::string& agent_key = "agent") {
    put({.session = "s" + text,  // each run of a command-line tool has a session of its own
         .headline = "Type text",
         .agent_key = agent_key,
         .consent = {.about = text, .may_last = true, .field = field}});
  }
  void ask_deletion(const gate::Deletion& deletion, const std::string& session = "s1") {
    put({.session = session,
         .headline = "Delete",
         .consent = {.about = std::to_string(verdicts.size() + opened.size()), .deletion = deletion}});
  }
  void settle() {
    io.restart();
    io.poll();
  }
  Heard reply(const std::string& id, bool approve, const Lifespan& lifespan = {}) {
    const Heard heard = confirmations.reply(id, approve, lifespan);
    settle();
    return heard;
  }
  /// Of the n-th question, from 1.
  std::string id(std::size_t n) const { return std::string(opened.at(n - 1).at("id").as_string()); }
  std::string latest_id() const { return std::string(opened.back().at("id").as_string()); }

  asio::io_context io;
  std::vector<json::object> opened;
  std::vector<Verdict> verdicts;
  policy::DaemonSettings settings;
  Confirmations confirmations{io.get_executor(), nullptr, [this](const json::object& p) { opened.push_back(p); }};
};

TEST_F(ConfirmationsTest, TheSameQuestionTwiceIsOne) {
  ask("a");
  ask("a");
  ask("a", "s2");
  ask("b");
  EXPECT_THAT(opened, SizeIs(3));
  EXPECT_EQ(confirmations.pending()[0].at("asked").as_uint64(), 2u);
  reply(id(1), true);
  ASSERT_THAT(verdicts, SizeIs(2)) << "one answer for both, and for nobody else";
  EXPECT_EQ(verdicts[0].outcome, Outcome::approved);
  EXPECT_EQ(verdicts[1].outcome, Outcome::approved);
  EXPECT_EQ(confirmations.count(), 2u);
}

TEST_F(ConfirmationsTest, TextThatGoesOnIsOneQuestion) {
  ask_text("Dear ", "field");
  reply(id(1), true);
  for (int part = 0; part < 30; ++part) {
    confirmations.text_was_typed();
    ask_text("part " + std::to_string(part), "field");
  }
  EXPECT_THAT(opened, SizeIs(1));
  ASSERT_THAT(verdicts, SizeIs(31));
  EXPECT_EQ(verdicts.back().outcome, Outcome::approved);
  EXPECT_THAT(verdicts.back().why, HasSubstr("goes on"));
}

TEST_F(ConfirmationsTest, TextDoesNotGoOnElsewhereOrForAnotherAgent) {
  ask_text("Dear ", "field");
  reply(id(1), true);
  ask_text("Sir", "another field");
  ask_text("and", "field", "another agent");
  ask_text("Madam", "");
  EXPECT_THAT(opened, SizeIs(4));
  EXPECT_THAT(verdicts, SizeIs(1));
}

TEST_F(ConfirmationsTest, TextEndsWhenSomethingElseIsDoneOrDeniedOrAllIsStopped) {
  const std::vector<std::function<void()>> ends = {
      [&] { confirmations.end_text(); },
      [&] { confirmations.forget_all(); },
      [&] { confirmations.cancel_all("paused"); },
      [&] {
        ask("b");
        reply(latest_id(), false);
      },
      [&] {
        ask("b");
        reply(latest_id(), true);
      },
  };
  for (std::size_t i = 0; i < ends.size(); ++i) {
    ask_text("Dear ", "field");
    reply(latest_id(), true);
    ends[i]();
    const auto before = opened.size();
    ask_text("Sir", "field");
    EXPECT_THAT(opened, SizeIs(before + 1)) << i;
    reply(latest_id(), false);
  }
}

TEST_F(ConfirmationsTest, ADialogThatAsksAgainIsAPartOfTheQuestionOnce) {
  const gate::Deletion press{.pid = 12, .app = "mail", .label = "delete draft", .objects = {"draft"}};
  gate::Deletion dialog{.pid = 12, .app = "mail", .label = "delete", .dialog = "delete draft?"};
  ask_deletion(press);
  EXPECT_THAT(opened, SizeIs(1));
  ask_deletion(dialog, "s2");
  EXPECT_THAT(opened, SizeIs(2)) << "of another session";
  reply(id(2), true);
  reply(id(1), true);
  confirmations.forget_session("s2");
  ask_deletion(dialog);
  EXPECT_THAT(opened, SizeIs(2));
  EXPECT_THAT(verdicts.back().why, HasSubstr("asks again"));
  ask_deletion(dialog);
  EXPECT_THAT(opened, SizeIs(3)) << "once";
  reply(id(3), true);

  for (const auto& voids : std::vector<std::function<void()>>{
           [&] { confirmations.forget_all(); }, [&] { confirmations.cancel_all("paused"); },
           [&] { confirmations.forget_session("s1"); }, [&] { confirmations.end_deletion(); },
           [&] {
             ask("something else");
             reply(latest_id(), false);
           }}) {
    ask_deletion(press);
    reply(latest_id(), true);
    voids();
    const auto before = opened.size();
    ask_deletion(dialog);
    EXPECT_THAT(opened, SizeIs(before + 1));
    reply(latest_id(), false);
  }
  dialog.dialog = "delete account?";
  ask_deletion(press);
  reply(latest_id(), true);
  const auto before = opened.size();
  ask_deletion(dialog);
  EXPECT_THAT(opened, SizeIs(before + 1));
}

TEST_F(ConfirmationsTest, AnAnsweredQuestionIsAskedAgain) {
  ask("a");
  reply(id(1), true);
  ask("a");
  EXPECT_THAT(opened, SizeIs(2));
}

TEST_F(ConfirmationsTest, AYesForTheSessionAnswersTheSameAgain) {
  ask("a");
  EXPECT_EQ(reply(id(1), true, for_session), Heard::taken);
  EXPECT_THAT(verdicts[0].why, HasSubstr("for this session"));
  ask("a");
  ASSERT_THAT(verdicts, SizeIs(2));
  EXPECT_EQ(verdicts[1].outcome, Outcome::approved);
  EXPECT_EQ(verdicts[1].why, "approved before, for this session");
  EXPECT_THAT(opened, SizeIs(1));
  ask("b");
  ask("a", "s2");
  EXPECT_THAT(opened, SizeIs(3)) << "another question, another session";
}

TEST_F(ConfirmationsTest, AnApprovalThatMustNotLastDoesNot) {
  ask("a", "s1", false);
  EXPECT_EQ(opened[0].at("lifespans"), (json::array{"once"}));
  EXPECT_EQ(reply(id(1), true, for_session), Heard::only_once);
  EXPECT_EQ(confirmations.count(), 1u) << "it stays open";
  EXPECT_EQ(reply(id(1), true), Heard::taken);
  ask("a", "s1", false);
  EXPECT_THAT(opened, SizeIs(2));
}

TEST_F(ConfirmationsTest, HaltReloadAndTheSessionsEndVoidApprovals) {
  const std::vector<std::function<void()>> ends = {[&] { confirmations.forget_session("s1"); },
                                                   [&] { confirmations.forget_all(); }};
  for (const auto& end : ends) {
    ask("a");
    reply(latest_id(), true, for_session);
    const auto asked = opened.size();
    end();
    ask("a");
    EXPECT_EQ(opened.size(), asked + 1);
    reply(latest_id(), false);
  }
}

TEST_F(ConfirmationsTest, AnActionThatWasJustDeniedIsDeniedAgain) {
  settings.denial_memory = 30s;
  confirmations.set_settings(settings);
  ask("a");
  reply(id(1), false);
  ask("a");
  ASSERT_THAT(verdicts, SizeIs(2));
  EXPECT_EQ(verdicts[1].outcome, Outcome::denied);
  EXPECT_THAT(verdicts[1].why, HasSubstr("a moment ago"));
  EXPECT_THAT(opened, SizeIs(1));
  ask("b");
  EXPECT_THAT(opened, SizeIs(2));
}

TEST_F(ConfirmationsTest, OnlyAFewAreOpen) {
  for (const char* about : {"a", "b", "c", "d"}) ask(about);
  EXPECT_THAT(verdicts, IsEmpty());
  ask("e", "s2");
  ASSERT_THAT(verdicts, SizeIs(1));
  EXPECT_EQ(verdicts[0].outcome, Outcome::denied);
  EXPECT_THAT(verdicts[0].why, HasSubstr("4 questions wait"));
  reply(id(1), false);
  ask("e", "s2");
  EXPECT_THAT(opened, SizeIs(5));
}

TEST_F(ConfirmationsTest, TooManyDenialsInARowHaltTheSession) {
  settings.max_denials = 3;
  confirmations.set_settings(settings);
  std::vector<std::string> halted;
  confirmations.on_too_many_denials([&](const std::string& session, const std::string&) { halted.push_back(session); });
  for (const bool yes : {false, false, true, false, false}) {
    ask("a");
    reply(latest_id(), yes);
  }
  EXPECT_THAT(halted, IsEmpty()) << "a yes ends the row";
  ask("b");
  reply(latest_id(), false);
  EXPECT_THAT(halted, testing::ElementsAre("s1"));
}

TEST_F(ConfirmationsTest, SilenceDoesNotCountAsADenialInARow) {
  settings.max_denials = 1;
  settings.denial_memory = 30s;
  confirmations.set_settings(settings);
  confirmations.on_too_many_denials([](const std::string&, const std::string&) { FAIL(); });
  ask("a");
  confirmations.cancel_all("paused");
  settle();
  ask("a");
  EXPECT_THAT(opened, SizeIs(2));
}

TEST_F(ConfirmationsTest, AYesForAWindowAnswersOtherActsInItAndNotForLong) {
  const auto in_window = [&](const std::string& about, const std::string& window) {
    Question question{.session = "s1", .headline = "Click", .consent = {about, true, "", window}};
    asio::co_spawn(
        io,
        [this, question]() mutable -> asio::awaitable<void> {
          verdicts.push_back(co_await confirmations.ask(std::move(question), 10s));
        },
        asio::detached);
    settle();
  };
  in_window("a", "w7");
  EXPECT_EQ(opened.back().at("lifespans"), (json::array{"once", "10m"}));
  EXPECT_EQ(reply(latest_id(), true, for_session), Heard::too_long);
  EXPECT_EQ(reply(latest_id(), true, {Lifespan::Kind::span, 11min}), Heard::too_long);
  EXPECT_EQ(reply(latest_id(), true, {Lifespan::Kind::span, 10min}), Heard::taken);
  in_window("b", "w7");
  EXPECT_THAT(opened, SizeIs(1));
  EXPECT_EQ(verdicts.back().outcome, Outcome::approved);
  in_window("b", "w8");
  EXPECT_THAT(opened, SizeIs(2)) << "another window";
  ask("c");
  EXPECT_THAT(opened, SizeIs(3)) << "another reason";
}

TEST_F(ConfirmationsTest, ANoInAWindowIsAboutTheActAlone) {
  settings.denial_memory = 60s;
  confirmations.set_settings(settings);
  Question question{.session = "s1", .headline = "Click", .consent = {"a", true, "", "w7"}};
  for (const char* about : {"a", "b"}) {
    question.consent.about = about;
    asio::co_spawn(
        io,
        [this, question]() mutable -> asio::awaitable<void> {
          verdicts.push_back(co_await confirmations.ask(std::move(question), 10s));
        },
        asio::detached);
    settle();
    reply(latest_id(), false);
  }
  EXPECT_THAT(opened, SizeIs(2));
}

}  // namespace
}  // namespace interlock::daemon
