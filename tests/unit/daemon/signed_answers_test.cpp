/// Approvals by signature: only a signature of this question's statement by an approver approves, and once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <filesystem>
#include <fstream>
#include <thread>

#include "approval/digest.h"
#include "daemon/asking/confirmations.h"
#include "tests/fakes/authenticator.h"
#include "tests/temp_dir.h"

namespace interlock::daemon {
namespace {

namespace asio = boost::asio;
namespace json = boost::json;
using test::Authenticator;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using namespace std::chrono_literals;
using How = SignedReply::How;
using Heard = Confirmations::Heard;

/// Somebody says yes on the screen, once.
class YesOnTheScreen : public platform::Notifier {
 public:
  asio::awaitable<tl::expected<platform::Reply, Error>> ask(platform::Prompt prompt) override {
    prompts.push_back(std::move(prompt));
    if (prompts.size() > 1) {
      asio::steady_timer never(co_await asio::this_coro::executor, asio::steady_timer::time_point::max());
      co_await never.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    co_return platform::Reply{platform::Answer::approved, std::chrono::steady_clock::now() - 10s};
  }
  std::vector<platform::Prompt> prompts;
};

/// One daemon with its approvers.
class Asker {
 public:
  explicit Asker(const std::string& desktop = "anna@desk :7", std::shared_ptr<platform::Notifier> screen = nullptr)
      : confirmations(io.get_executor(), std::move(screen),
                      [this](const json::object& p) { latest = p.at("id").as_string(); }) {
    policy::DaemonSettings settings;
    settings.denial_memory = 0s;
    settings.max_denials = 0;
    settings.replies = policy::Replies::signed_only;
    confirmations.set_settings(settings);
    confirmations.signing().set_up(desktop, [this](const json::object& note) -> tl::expected<void, Error> {
      if (!disk_works) return tl::make_unexpected(Error{"the disk is full", {}, {}});
      notes.push_back(note);
      return {};
    });
    confirmations.on_question([this](std::string_view what, const json::object& about) {
      told.push_back(std::string(what) + " " + std::string(about.at("id").as_string()));
    });
  }

  void approvers(const std::vector<approval::Approver>& list, const std::map<std::string, std::uint32_t>& quorum = {}) {
    confirmations.signing().set_policy(std::make_shared<const approval::Approvers>(approval::Approvers{list, quorum}),
                                       std::string(64, 'a'));
  }
  /// Returns the question's id.
  std::string ask(Question question, std::chrono::milliseconds timeout = 10s) {
    asio::co_spawn(
        io,
        [this, question, timeout]() mutable -> asio::awaitable<void> {
          verdicts.push_back(co_await confirmations.ask(std::move(question), timeout));
        },
        asio::detached);
    settle();
    asked = std::chrono::steady_clock::now();
    return latest;
  }
  std::string ask(const std::string& what = "a") {
    return ask(Question{.session = "s1",
                        .headline = "Click " + what,
                        .rule = "irreversible",
                        .consent = {what, true, ""},
                        .done = {{"action", what}},
                        .consequence = "purchase"});
  }
  approval::Statement statement(const std::string& id) {
    for (const json::value& each : confirmations.questions()) {
      if (each.at("id").as_string() == id)
        return approval::parse_statement(std::string(each.at("statement").as_string())).value();
    }
    throw std::runtime_error("no question " + id);
  }
  SignedReply answer(const std::string& id, const std::optional<approval::SignedYes>& yes, Lifespan lifespan = {}) {
    SignedReply reply = confirmations.answer(id, lifespan, yes);
    settle();
    return reply;
  }
  void settle() {
    io.restart();
    io.poll();
  }

  asio::io_context io;
  bool disk_works = true;
  std::chrono::steady_clock::time_point asked;  ///< after the latest question was opened
  std::string latest;
  std::vector<json::object> notes;
  std::vector<std::string> told;
  std::vector<Verdict> verdicts;
  Confirmations confirmations;
};

approval::Approver person(const std::string& name, const std::vector<std::string>& lines) {
  approval::Approver made{name, {}, {}};
  for (const auto& line : lines) made.keys.push_back(approval::parse_key(line).value());
  return made;
}

/// Long enough to look at the question on a busy machine.
constexpr auto short_time = 1s;

class SignedAnswers : public testing::Test {
 protected:
  SignedAnswers() { asker.approvers({person("anna", {key.ssh_line()})}); }
  const Authenticator key{Authenticator::Kind::ed25519};
  Asker asker;
};

TEST_F(SignedAnswers, ASignatureOfTheStatementApproves) {
  const auto id = asker.ask();
  EXPECT_THAT(id, SizeIs(32));
  const auto reply = asker.answer(id, key.ssh(serialize(asker.statement(id))));
  EXPECT_EQ(reply.how, How::approved) << reply.why;
  EXPECT_EQ(reply.approver, "anna");
  ASSERT_THAT(asker.verdicts, SizeIs(1));
  EXPECT_EQ(asker.verdicts[0].outcome, Outcome::approved);
  EXPECT_THAT(asker.verdicts[0].why, HasSubstr("signature of anna"));
  ASSERT_THAT(asker.notes, SizeIs(1));
  EXPECT_EQ(asker.notes[0].at("question").as_string(), id);
  EXPECT_THAT(asker.told, ElementsAre("asked " + id, "answered " + id, "closed " + id));
}

TEST_F(SignedAnswers, NoUnsignedYesCounts) {
  const auto id = asker.ask();
  EXPECT_EQ(asker.confirmations.reply(id, true), Heard::needs_signature);
  asker.settle();
  EXPECT_THAT(asker.verdicts, IsEmpty());
  EXPECT_EQ(asker.confirmations.reply(id, false), Heard::taken) << "a no needs no signature";
  asker.settle();
  ASSERT_THAT(asker.verdicts, SizeIs(1));
  EXPECT_EQ(asker.verdicts[0].outcome, Outcome::denied);
}

TEST_F(SignedAnswers, NoYesOnTheScreenCountsWhereOneMustBeSigned) {
  for (const auto replies : {policy::Replies::signed_only, policy::Replies::any_input}) {
    const auto screen = std::make_shared<YesOnTheScreen>();
    Asker daemon("anna@desk :7", screen);
    policy::DaemonSettings settings;
    settings.replies = replies;
    daemon.confirmations.set_settings(settings);
    daemon.confirmations.set_devices([] { return Devices{std::chrono::steady_clock::now(), ""}; });
    const bool by_quorum = replies == policy::Replies::any_input;
    daemon.approvers({person("anna", {key.ssh_line()})}, {{by_quorum ? "purchase" : "send", 1}});
    daemon.ask();
    EXPECT_THAT(daemon.verdicts, IsEmpty());
    ASSERT_THAT(screen->prompts, SizeIs(2)) << "it is asked again, with the reason";
    EXPECT_FALSE(screen->prompts[0].can_approve);
    EXPECT_FALSE(screen->prompts[1].notice.empty());
  }
}

TEST_F(SignedAnswers, ASecondYesOfTheSameMomentIsRefused) {
  const auto id = asker.ask();
  const auto yes = key.ssh(serialize(asker.statement(id)));
  EXPECT_EQ(asker.confirmations.answer(id, {}, yes).how, How::approved);
  EXPECT_EQ(asker.confirmations.answer(id, {}, yes).how, How::no_such_question);
  EXPECT_THAT(asker.notes, SizeIs(1));
}

TEST_F(SignedAnswers, NobodySaysYesBeforeThePictureWasTaken) {
  const auto never = std::make_shared<asio::steady_timer>(asker.io, asio::steady_timer::time_point::max());
  const auto id = asker.ask(Question{.session = "s1",
                                     .headline = "Click",
                                     .picture = [never]() -> asio::awaitable<std::shared_ptr<const platform::Picture>> {
                                       co_await never->async_wait(asio::as_tuple(asio::use_awaitable));
                                       co_return nullptr;
                                     }});
  EXPECT_EQ(asker.answer(id, key.ssh("any statement")).how, How::no_such_question);
  EXPECT_THAT(asker.confirmations.questions(), IsEmpty());
  EXPECT_EQ(asker.answer(id, std::nullopt).how, How::denied) << "a no does not wait";
}

TEST_F(SignedAnswers, ANoNeedsNoSignature) {
  const auto id = asker.ask();
  EXPECT_EQ(asker.answer(id, std::nullopt).how, How::denied);
  ASSERT_THAT(asker.verdicts, SizeIs(1));
  EXPECT_EQ(asker.verdicts[0].outcome, Outcome::denied);
}

TEST_F(SignedAnswers, EachFieldOfTheStatementCounts) {
  const auto id = asker.ask();
  using approval::Statement;
  const std::vector<std::function<void(Statement&)>> changes = {[](Statement& s) { s.question = std::string(32, '0'); },
                                                                [](Statement& s) { s.desktop = "ben@desk :7"; },
                                                                [](Statement& s) { s.start = std::string(32, '0'); },
                                                                [](Statement& s) { s.shown = std::string(64, '0'); },
                                                                [](Statement& s) { s.done = std::string(64, '0'); },
                                                                [](Statement& s) { s.policy = std::string(64, '0'); },
                                                                [](Statement& s) { s.picture = std::string(64, '0'); },
                                                                [](Statement& s) { s.lifespan = "session"; },
                                                                [](Statement& s) { s.deadline_ms += 60'000; }};
  for (const auto& change : changes) {
    Statement changed = asker.statement(id);
    change(changed);
    EXPECT_EQ(asker.answer(id, key.ssh(serialize(changed))).how, How::refused) << serialize(changed);
  }
  EXPECT_THAT(asker.verdicts, IsEmpty()) << "the question stays open";
  EXPECT_THAT(asker.notes, IsEmpty());
  EXPECT_EQ(asker.answer(id, key.ssh(serialize(asker.statement(id)))).how, How::approved);
}

TEST_F(SignedAnswers, AreNotUsedTwiceOrForAnotherQuestion) {
  const auto first = asker.ask("a");
  const auto yes = key.ssh(serialize(asker.statement(first)));
  const auto second = asker.ask("b");
  EXPECT_EQ(asker.answer(second, yes).how, How::refused);
  EXPECT_EQ(asker.answer(first, yes).how, How::approved);
  EXPECT_EQ(asker.answer(first, yes).how, How::no_such_question) << "after its use";
  const auto again = asker.ask("a");
  EXPECT_NE(again, first);
  EXPECT_EQ(asker.answer(again, yes).how, How::refused) << "for the same question, asked again";
  EXPECT_THAT(asker.verdicts, SizeIs(1));
}

TEST_F(SignedAnswers, AreNotUsedAfterARestartOrOnAnotherDesktop) {
  const auto id = asker.ask();
  const auto statement = asker.statement(id);
  Asker restarted, elsewhere("anna@other :7");
  for (Asker* other : {&restarted, &elsewhere}) {
    other->approvers({person("anna", {key.ssh_line()})});
    const auto theirs = other->ask();
    EXPECT_EQ(other->answer(id, key.ssh(serialize(statement))).how, How::no_such_question);
    EXPECT_EQ(other->answer(theirs, key.ssh(serialize(statement))).how, How::refused);
    // Even if everything else were equal.
    auto alike = other->statement(theirs);
    (other == &restarted ? alike.start : alike.desktop) = other == &restarted ? statement.start : statement.desktop;
    EXPECT_EQ(other->answer(theirs, key.ssh(serialize(alike))).how, How::refused);
  }
  EXPECT_NE(restarted.statement(restarted.latest).start, statement.start);
}

TEST_F(SignedAnswers, TwoKeysOfOnePersonCountOnce) {
  const Authenticator phone(Authenticator::Kind::p256), bens(Authenticator::Kind::p256);
  asker.approvers({person("anna", {key.ssh_line(), phone.passkey_line("https://console.example")}),
                   person("ben", {bens.ssh_line()})},
                  {{"purchase", 2}});
  const auto id = asker.ask();
  const auto text = serialize(asker.statement(id));
  EXPECT_EQ(asker.answer(id, key.ssh(text)).how, How::counted);
  const auto same_person = asker.answer(id, phone.assertion(text));
  EXPECT_EQ(same_person.how, How::counted) << "it is the same person";
  EXPECT_EQ(same_person.signatures, 1u);
  EXPECT_THAT(asker.verdicts, IsEmpty());
  EXPECT_EQ(asker.answer(id, bens.ssh(text)).how, How::approved);
}

TEST_F(SignedAnswers, ANoWinsAfterTheFirstSignatureOfTwo) {
  const Authenticator bens(Authenticator::Kind::p256);
  asker.approvers({person("anna", {key.ssh_line()}), person("ben", {bens.ssh_line()})}, {{"purchase", 2}});
  const auto id = asker.ask();
  const auto text = serialize(asker.statement(id));
  EXPECT_EQ(asker.answer(id, key.ssh(text)).how, How::counted);
  EXPECT_EQ(asker.answer(id, std::nullopt).how, How::denied);
  EXPECT_EQ(asker.answer(id, bens.ssh(text)).how, How::no_such_question);
  ASSERT_THAT(asker.verdicts, SizeIs(1));
  EXPECT_EQ(asker.verdicts[0].outcome, Outcome::denied);
}

TEST_F(SignedAnswers, OfTwoPeopleMustBeForTheSameLifespan) {
  const Authenticator bens(Authenticator::Kind::p256);
  asker.approvers({person("anna", {key.ssh_line()}), person("ben", {bens.ssh_line()})}, {{"purchase", 2}});
  const auto id = asker.ask();
  auto statement = asker.statement(id);
  EXPECT_EQ(asker.answer(id, key.ssh(serialize(statement))).how, How::counted);
  statement.lifespan = "session";
  const Lifespan session{Lifespan::Kind::session, {}};
  EXPECT_EQ(asker.answer(id, bens.ssh(serialize(statement)), session).how, How::counted);
  EXPECT_THAT(asker.verdicts, IsEmpty());
  EXPECT_EQ(asker.answer(id, key.ssh(serialize(statement)), session).how, How::approved);
}

TEST_F(SignedAnswers, AQuorumNeedsSignaturesWhateverRepliesSays) {
  policy::DaemonSettings settings;
  asker.confirmations.set_settings(settings);
  asker.approvers({person("anna", {key.ssh_line()})}, {{"purchase", 1}});
  const auto id = asker.ask();
  EXPECT_EQ(asker.confirmations.reply(id, true), Heard::needs_signature);
}

TEST_F(SignedAnswers, OnlyOfWhatTheApproverMayApprove) {
  auto anna = person("anna", {key.ssh_line()});
  anna.may = {"send"};
  asker.approvers({anna});
  const auto id = asker.ask();
  EXPECT_THAT(asker.answer(id, key.ssh(serialize(asker.statement(id)))).why, HasSubstr("does not let anna"));
  EXPECT_THAT(asker.verdicts, IsEmpty());
}

TEST_F(SignedAnswers, OfAFormAreForTheRulesOfItsFields) {
  auto anna = person("anna", {key.ssh_line()});
  anna.may = {"credential"};
  asker.approvers({anna, person("ben", {Authenticator(Authenticator::Kind::p256).ssh_line()})}, {{"command", 2}});
  const auto id = asker.ask(
      Question{.session = "s1", .headline = "Fill in", .rule = "credential", .consent = {"x"}, .covers = {"command"}});
  EXPECT_THAT(asker.answer(id, key.ssh(serialize(asker.statement(id)))).why, HasSubstr("does not let anna"));
  EXPECT_EQ(asker.confirmations.questions()[0].at("needed").as_uint64(), 2u);
}

TEST_F(SignedAnswers, ARevokedKeyApprovesNothing) {
  const Authenticator fresh(Authenticator::Kind::ed25519);
  const auto id = asker.ask();
  const auto text = serialize(asker.statement(id));
  asker.approvers({person("anna", {fresh.ssh_line()})});
  EXPECT_THAT(asker.answer(id, key.ssh(text)).why, HasSubstr("no approver"));
}

TEST_F(SignedAnswers, AnAuthenticatorsCounterMustIncrease) {
  const Authenticator phone(Authenticator::Kind::p256);
  asker.approvers({person("anna", {phone.passkey_line("https://console.example")})});
  const auto ask_and_sign = [&](std::uint32_t counter) {
    const auto id = asker.ask("a" + std::to_string(asker.told.size()));
    return asker.answer(id, phone.assertion(serialize(asker.statement(id)), {.counter = counter}));
  };
  EXPECT_EQ(ask_and_sign(5).how, How::approved);
  EXPECT_THAT(ask_and_sign(5).why, HasSubstr("counter"));
  EXPECT_THAT(ask_and_sign(0).why, HasSubstr("counter"));
  EXPECT_EQ(ask_and_sign(6).how, How::approved);
}

TEST(AuthenticatorCounters, OutliveTheDaemonThatKeptThem) {
  const test::TempDir dir;
  const std::string file = dir.path() + "/counters", phone = "passkey https://console.example AAAA BBBB";
  Counters first;
  first.open(file);
  EXPECT_FALSE(first.repeats(phone, 5));
  EXPECT_TRUE(first.keep(phone, 5));
  EXPECT_TRUE(first.keep("sk-ssh-ed25519@openssh.com AAAA", 0));
  Counters next;
  next.open(file);
  EXPECT_TRUE(next.repeats(phone, 5));
  EXPECT_TRUE(next.repeats(phone, 0));
  EXPECT_FALSE(next.repeats(phone, 6));
  EXPECT_FALSE(next.repeats("sk-ssh-ed25519@openssh.com AAAA", 0)) << "it has no counter";
  Counters nowhere;
  nowhere.open(dir.path() + "/missing/counters");
  EXPECT_FALSE(nowhere.keep(phone, 1)) << "what cannot be kept does not count";
}

TEST(AuthenticatorCounters, ThatCannotBeReadLetNoYesCount) {
  const test::TempDir dir;
  const std::string phone = "passkey https://console.example AAAA BBBB";
  for (const std::string content : {"5\n", "five key\n", "-1 key\n", "4294967296 key\n", "\n"}) {
    const std::string file = dir.path() + "/counters";
    std::ofstream(file) << content;
    Counters counters;
    counters.open(file);
    EXPECT_FALSE(counters.keep(phone, 9)) << content;
  }
  std::filesystem::create_directory(dir.path() + "/folder");
  Counters folder;
  folder.open(dir.path() + "/folder");
  EXPECT_FALSE(folder.keep(phone, 9)) << "it is there, and no file";
}

TEST_F(SignedAnswers, WithoutARecordThereIsNoYes) {
  asker.disk_works = false;
  const auto id = asker.ask();
  EXPECT_THAT(asker.answer(id, key.ssh(serialize(asker.statement(id)))).why, HasSubstr("disk is full"));
  EXPECT_THAT(asker.verdicts, IsEmpty());
}

TEST_F(SignedAnswers, CannotLastWhereAYesIsForOnce) {
  const auto id = asker.ask(Question{.session = "s1", .headline = "Pay", .consent = {"x", false, ""}});
  auto statement = asker.statement(id);
  statement.lifespan = "session";
  EXPECT_EQ(asker.answer(id, key.ssh(serialize(statement)), {Lifespan::Kind::session, {}}).how, How::refused);
  EXPECT_THAT(asker.verdicts, IsEmpty());
}

TEST_F(SignedAnswers, AreForThePictureThatWasShown) {
  asker.confirmations.set_png([](auto) -> asio::awaitable<std::optional<std::string>> { co_return "the picture"; });
  Question question{.session = "s1",
                    .headline = "Click",
                    .picture = []() -> asio::awaitable<std::shared_ptr<const platform::Picture>> {
                      co_return std::make_shared<const platform::Picture>();
                    }};
  const auto id = asker.ask(std::move(question));
  EXPECT_EQ(asker.confirmations.picture_of(id), "the picture");
  auto statement = asker.statement(id);
  EXPECT_EQ(statement.picture, approval::sha256_hex("the picture"));
  statement.picture = approval::sha256_hex("another picture");
  EXPECT_EQ(asker.answer(id, key.ssh(serialize(statement))).how, How::refused);
  EXPECT_EQ(asker.answer(id, key.ssh(serialize(asker.statement(id)))).how, How::approved);
}

TEST_F(SignedAnswers, ShowLongAndInvisibleTextWhole) {
  const std::string text(64 * 1024 - 4, 'x');
  Question question{.session = "s1", .headline = "Type text", .whole = {{"text, whole", text + "\xE2\x80\xAE!"}}};
  const auto id = asker.ask(std::move(question));
  const json::object shown = asker.confirmations.questions()[0].as_object();
  const auto& last = shown.at("shown").as_array().back().as_array();
  EXPECT_EQ(last[1].as_string(), text + "⟨U+202E⟩!");
  EXPECT_EQ(asker.answer(id, key.ssh(serialize(asker.statement(id)))).how, How::approved);
}

TEST(ShownRows, HaveATextTwiceOnlyIfOneOfThemIsNotWhole) {
  const auto names = [](const std::string& label, const std::string& whole) {
    Question question{
        .headline = "Press", .label = label, .whole = {{"it says, whole", whole}, {"text, whole", "Pay"}}};
    std::vector<std::string> all;
    for (const auto& [name, text] : shown_rows(question)) all.push_back(name);
    return all;
  };
  EXPECT_THAT(names("\"Pay\"", "Pay"), ElementsAre("what would happen", "it says", "text, whole"));
  EXPECT_THAT(names("\"Pay...\"", "Pay all"),
              ElementsAre("what would happen", "it says", "it says, whole", "text, whole"));
  EXPECT_THAT(names("\"Pay\"", "Pay\u200B"),
              ElementsAre("what would happen", "it says", "it says, whole", "text, whole"));
}

TEST_F(SignedAnswers, ALateYesIsRefused) {
  const auto id = asker.ask(Question{.session = "s1", .headline = "Click"}, short_time);
  const auto text = serialize(asker.statement(id));
  asker.io.restart();
  asker.io.run_for(5s);  // ends when nothing is left to do
  ASSERT_THAT(asker.verdicts, SizeIs(1));
  EXPECT_EQ(asker.verdicts[0].outcome, Outcome::timed_out);
  EXPECT_EQ(asker.answer(id, key.ssh(text)).how, How::no_such_question);
  EXPECT_THAT(asker.told, ElementsAre("asked " + id, "closed " + id));
}

TEST_F(SignedAnswers, ALateYesIsRefusedEvenIfTheLoopHasNotNoticedTheTime) {
  const auto id = asker.ask(Question{.session = "s1", .headline = "Click"}, short_time);
  const auto text = serialize(asker.statement(id));
  while (std::chrono::steady_clock::now() < asker.asked + short_time) std::this_thread::yield();
  EXPECT_EQ(asker.confirmations.answer(id, {}, key.ssh(text)).how, How::no_such_question);
  EXPECT_EQ(asker.confirmations.reply(id, true), Heard::no_such_prompt);
  asker.settle();
  ASSERT_THAT(asker.verdicts, SizeIs(1));
  EXPECT_EQ(asker.verdicts[0].outcome, Outcome::timed_out);
}

/// The statement is of what the question shows and would do, and not of something else.
TEST_F(SignedAnswers, TheStatementIsOfTheWholeQuestion) {
  const auto id = asker.ask();
  const auto statement = asker.statement(id);
  const json::object shown = asker.confirmations.questions()[0].as_object();
  const auto rows = [](const json::value& list) {
    approval::Rows all;
    for (const auto& row : list.as_array()) all.emplace_back(row.at(0).as_string(), row.at(1).as_string());
    return all;
  };
  EXPECT_EQ(statement.shown, approval::digest_of(rows(shown.at("shown"))));
  EXPECT_EQ(statement.done, approval::digest_of(rows(shown.at("done"))));
  EXPECT_EQ(statement.desktop, "anna@desk :7");
  EXPECT_EQ(statement.start, asker.confirmations.signing().start());
  EXPECT_EQ(statement.policy, std::string(64, 'a'));
  EXPECT_GT(statement.deadline_ms, 9'000u);
}

}  // namespace
}  // namespace interlock::daemon
