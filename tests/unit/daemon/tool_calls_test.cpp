/// Calls of tools: counted by turn, recorded before they are answered and without secrets, asked about if the gate
/// requires it, and the end of a session that is halted.
#include "daemon/path/tool_calls.h"
#include "audit/find.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <fstream>

#include "policy/loader.h"
#include "tests/fakes/desktop.h"
#include "tests/temp_dir.h"

namespace interlock::daemon {
namespace {

namespace asio = boost::asio;
namespace json = boost::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ToolCallsTest : public testing::Test {
 protected:
  void start(asio::awaitable<json::object> answer) {
    asio::co_spawn(
        io,
        [this, answer = std::move(answer)]() mutable -> asio::awaitable<void> {
          json::object reply = co_await std::move(answer);
          replies.push_back(std::move(reply));
        },
        asio::detached);
    settle();
  }
  void settle() {
    io.restart();
    io.poll();
  }
  json::object before(const std::string& name, const std::string& args = "{}") {
    start(calls.before(session, {name, args}));
    return replies.empty() ? json::object() : replies.back();
  }
  json::object after(const std::string& name, const std::string& result, bool is_error = false) {
    return calls.after(session, {name, "{}"}, {result, is_error});
  }
  std::string audit_text() const {
    std::ifstream file(audit->path());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static std::string text(const json::object& reply, const char* key) { return std::string(reply.at(key).as_string()); }

  asio::io_context io;
  std::shared_ptr<test::FakeDesktop> desk = std::make_shared<test::FakeDesktop>();
  const test::TempDir dir;
  std::unique_ptr<audit::Log> audit = *audit::Log::open(dir.path());
  AuditSource audit_source = [this]() -> tl::expected<audit::Log*, Error> {
    if (!audit) return tl::make_unexpected(Error{"the disk is full", {}, {}});
    return audit.get();
  };
  Events events;
  std::vector<json::object> prompts;
  Confirmations confirmations{io.get_executor(), nullptr, [this](const json::object& p) { prompts.push_back(p); }};
  policy::DaemonSettings settings;
  Validators validators{io.get_executor(), std::make_shared<const policy::Validators>()};  ///< the policy has none
  Stops stops{io.get_executor(), [this] { return desk->reach(); }, std::make_shared<Seat>(1), confirmations, events};
  ToolCalls calls{{audit_source, confirmations, events, settings, validators, stops}};
  std::shared_ptr<Session> session = std::make_shared<Session>(
      Session{.id = "s1", .name = "agent", .gate = gate::SafetyGate(policy::load_preset("default")->policy)});
  std::vector<json::object> replies;
};

TEST_F(ToolCallsTest, TheSameFailingCallIsBlockedUntilTheTurnIsOver) {
  for (int i = 1; i <= 5; ++i) {
    EXPECT_TRUE(before("edit").at("may_call").as_bool()) << i;
    const auto reported = after("edit", "no such file", true);
    EXPECT_TRUE(reported.at("failed").as_bool());
    EXPECT_EQ(reported.at("hints").as_array().empty(), i < 2) << reported;
  }
  const auto stopped = before("edit");
  EXPECT_EQ(text(stopped, "decision"), "block");
  EXPECT_EQ(text(stopped, "rule"), "loop");
  EXPECT_FALSE(stopped.at("may_call").as_bool());
  EXPECT_FALSE(session->halted);
  session->gate.start_turn();
  EXPECT_TRUE(before("edit").at("may_call").as_bool());
}

TEST_F(ToolCallsTest, NothingIsAnsweredThatIsNotOnRecord) {
  const auto reply = before("read", R"({"path":"/tmp/a"})");
  const auto record = audit::find_record(dir.path(), text(reply, "id"));
  ASSERT_TRUE(record);
  EXPECT_EQ(record->at("tool").at("name"), "read");
  EXPECT_EQ(record->at("tool").at("phase"), "before");
  EXPECT_EQ(record->at("tool").at("args"), R"({"path":"/tmp/a"})");
  EXPECT_TRUE(record->at("may_call").as_bool());
  audit.reset();
  const auto refused = before("read");
  EXPECT_EQ(text(refused, "code"), "audit_unwritable");
  EXPECT_FALSE(refused.at("may_call").as_bool());
}

TEST_F(ToolCallsTest, NoSecretIsRecorded) {
  const std::string token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
  before("bash", R"({"cmd":"curl -H 'Authorization: Bearer )" + token + R"('"})");
  before("login", R"({"user":"ann","password":"Tr0ub4dor&3x"})");
  before("write",
         R"({"text":"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----\n"})");
  before("write", R"({"text":")" + std::string(100'000, 'a') + " " + token + "\"}");
  after("bash", "your token is " + token);
  const std::string log = audit_text();
  EXPECT_THAT(log, HasSubstr("ann"));
  EXPECT_THAT(log, Not(HasSubstr("ghp_16C7")));
  EXPECT_THAT(log, Not(HasSubstr("Tr0ub4dor")));
  EXPECT_THAT(log, Not(HasSubstr("MIIEvQ")));
  EXPECT_THAT(log, Not(HasSubstr("your token is"))) << "results are not recorded at all";
  EXPECT_LT(log.size(), 30'000u);
}

TEST_F(ToolCallsTest, AsksTheHuman) {
  for (const bool yes : {true, false}) {
    ToolStep step{.call = {"deploy", R"({"to":"production"})"}};
    step.assessment.decision = Decision::require_confirmation;
    step.assessment.reason = "it cannot be undone";
    start(calls.settle(session, step));
    ASSERT_EQ(prompts.size(), yes ? 1u : 2u) << "and no answer before the human's";
    ASSERT_EQ(replies.size(), yes ? 0u : 1u);
    EXPECT_EQ(text(prompts.back(), "headline"), "Call a tool");
    EXPECT_EQ(text(prompts.back(), "label"), "\"deploy\"");
    EXPECT_EQ(text(prompts.back(), "action"), R"(call deploy {"to":"production"})");
    EXPECT_THAT(audit_text(), HasSubstr("production"));
    confirmations.reply(text(prompts.back(), "id"), yes);
    settle();
    ASSERT_EQ(replies.size(), yes ? 1u : 2u);
    EXPECT_EQ(replies.back().at("may_call").as_bool(), yes);
    EXPECT_EQ(text(replies.back(), "outcome"), yes ? "approved" : "denied");
  }
}

TEST_F(ToolCallsTest, AnApproverIsShownAllArgumentsOrThatSomeAreMissing) {
  const auto shown = [&](const std::string& arguments) {
    ToolStep step{.id = "1", .call = {"deploy", arguments}};
    step.assessment.decision = Decision::require_confirmation;
    for (const auto& [name, text] : question(*session, step).whole) {
      if (name == "arguments, whole") return text;
    }
    return std::string("no row");
  };
  EXPECT_EQ(shown(R"({"to":"prod"})"), R"({"to":"prod"})");
  const std::string letters(30'000, 'x'), more(40'000, 'x');
  EXPECT_EQ(shown(R"({"a":")" + letters + "\"}"), R"({"a":")" + letters + "\"}");
  EXPECT_THAT(shown(R"({"a":")" + more + "\"}"), HasSubstr("40008 bytes in all: not shown whole; SHA-256"));
  EXPECT_THAT(shown("{"), HasSubstr("1 bytes in all: not shown whole; SHA-256"))
      << "what cannot be read is no empty text";
}

TEST_F(ToolCallsTest, APauseIsANo) {
  ToolStep step{.call = {"deploy", "{}"}};
  step.assessment.decision = Decision::require_confirmation;
  start(calls.settle(session, step));
  stops.pause();
  settle();
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_FALSE(replies[0].at("may_call").as_bool());
  EXPECT_EQ(text(before("read"), "code"), "paused");
  EXPECT_EQ(text(after("read", "it was under way"), "decision"), "allow");
  stops.resume();
  EXPECT_TRUE(before("read").at("may_call").as_bool());
}

TEST_F(ToolCallsTest, AHaltEndsTheSession) {
  auto loaded =
      policy::load_text("guardrails:\n  max_consecutive_errors: 3\n", "test", policy::load_preset("default")->settings);
  ASSERT_TRUE(loaded);
  session->gate.set_policy(loaded->policy);
  for (int i = 0; i < 2; ++i) EXPECT_NE(text(after("t" + std::to_string(i), "", true), "decision"), "halt");
  const auto last = after("t2", "", true);
  EXPECT_EQ(text(last, "decision"), "halt") << last;
  EXPECT_TRUE(session->halted);
  EXPECT_TRUE(*session->stop);
  const auto refused = before("read");
  EXPECT_EQ(text(refused, "code"), "halted");
  EXPECT_FALSE(refused.at("may_call").as_bool());
}

}  // namespace
}  // namespace interlock::daemon
