// External validators, with real processes: their answers, and what happens to an action if they answer nothing,
// nonsense or far too much.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <optional>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;

/// Does what the question's tool argument says, like a shell.
constexpr const char* obedient = R"sh(#!/bin/sh
question=$(cat)
echo "$question" >> "$1/questions"
case "$question" in
  *say-block*) echo '{"decision":"block","reason":"Not on my watch.","hint":"Ask me first."}' ;;
  *say-warn*) echo '{"decision":"warn","reason":"Careful."}' ;;
  *say-halt*) echo '{"decision":"halt"}' ;;
  *say-ask*) echo '{"decision":"require_confirmation"}' ;;
  *do-crash*) kill -SEGV $$ ;;
  *do-fail*) echo '{"decision":"allow"}'; exit 3 ;;
  *do-garbage*) echo 'allow' ;;
  *do-extra*) echo '{"decision":"allow","sure":true}' ;;
  *do-nothing*) ;;
  *do-flood*) head -c 10000000 /dev/zero | tr '\0' ' ' ;;
  *do-hang*) sleep 600 & echo $! > "$1/grandchild"; sleep 600 ;;
  *do-leave*) sleep 600 & echo $! > "$1/left"; echo '{"decision":"allow"}' ;;
  *do-escape*) (setsid sh -c 'echo $$ > "$0/escaped"; exec sleep 600' "$1" > /dev/null &)
    until [ -s "$1/escaped" ]; do sleep 0.01; done
    case "$question" in *and-hang*) sleep 600 ;; esac
    echo '{"decision":"allow"}' ;;
  *) echo '{"decision":"allow"}' ;;
esac
)sh";

/// Neither running nor a zombie (the first process of this namespace may not reap).
bool ended(const std::string& pid) {
  const auto stat = read_file("/proc/" + pid + "/stat");
  return stat.empty() || stat.find(") Z ") != std::string::npos;
}

class Validators : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world_ = std::make_unique<World>(World::Options{.desktop = {.accessibility = false}});
    std::ofstream(dir() + "/obedient.sh") << obedient;
  }
  static void TearDownTestSuite() { world_.reset(); }
  static World& world() { return *world_; }
  static std::string dir() { return world().desktop().dir(); }
  static std::string command() { return "command: [/bin/sh, " + dir() + "/obedient.sh, " + dir() + "]"; }
  static void use(const std::string& validators, const std::string& more = {}) {
    world().write_policy("preset: default\n" + more + "validators:\n" + validators);
    const auto reloaded = world().ctl({"reload"});
    ASSERT_EQ(reloaded.code, 0) << reloaded.output;
  }
  static Verdict before(Agent& agent, const std::string& what) {
    return agent.call("tool.before", {{"name", "tool"}, {"args", {{"what", what}}}});
  }

  static inline std::unique_ptr<World> world_;
};

TEST_F(Validators, RaiseADecisionAndNeverLowerOne) {
  use("  - {name: own, " + command() + ", when: {tool.name: tool}, deadline_ms: 60000}\n",
      "rules: [{when: {tool.args.what: '*forbidden*'}, decision: block, reason: No.}]\n");
  auto control = ipc::Client::connect(world().socket("control"));
  ASSERT_TRUE(control && control->call("watch"));
  auto agent = world().agent("tester");
  EXPECT_EQ(before(agent, "plain").text("decision"), "allow");
  const auto blocked = before(agent, "say-block");
  EXPECT_EQ(blocked.text("decision"), "block") << blocked;
  EXPECT_EQ(blocked.text("rule"), "validator.own");
  EXPECT_EQ(blocked.text("reason"), "Not on my watch.");
  EXPECT_EQ(blocked.reply.at("hints").as_array().at(0).as_string(), "Ask me first.");
  const auto warned = before(agent, "say-warn");
  EXPECT_EQ(warned.text("decision"), "warn") << warned;
  EXPECT_TRUE(warned.reply.at("may_call").as_bool());
  for (const auto* says : {"forbidden", "forbidden say-warn", "forbidden say-block"}) {
    const auto verdict = before(agent, says);
    EXPECT_EQ(verdict.text("decision"), "block") << says << " " << verdict;
    EXPECT_EQ(verdict.text("reason"), "No.") << "of equal decisions the gate's own reason is reported";
  }
  // A tool that `when` does not match is not sent to it.
  EXPECT_EQ(agent.call("tool.before", {{"name", "other"}, {"args", {{"what", "say-block"}}}}).text("decision"),
            "allow");

  const auto explained = world().ctl({"explain", blocked.text("id")});
  EXPECT_THAT(explained.output, HasSubstr("block by validator.own: Not on my watch."));
  EXPECT_THAT(world().audit(), HasSubstr(R"("rule":"validator.own")"));
  bool reported = false;
  while (const auto event = reported ? std::nullopt : control->next_event(patience)) {
    if (event->at("method").as_string() != "decision") continue;
    reported = event->at("params").as_object().at("rule").as_string() == "validator.own";
  }
  EXPECT_TRUE(reported);

  const auto halted = before(agent, "say-halt");
  EXPECT_EQ(halted.text("decision"), "halt") << halted;
  EXPECT_EQ(before(agent, "plain").text("code"), "halted");
}

TEST_F(Validators, SecretsAreMaskedAsInTheAuditLog) {
  use("  - {name: own, " + command() + ", deadline_ms: 60000}\n");
  auto agent = world().agent("tester");
  const std::string token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
  before(agent, "token " + token);
  // It is unknown whether the focused element is secret.
  agent.act(type("hunter2"), {{"intent", "log in with hunter2"}, {"dry_run", true}});
  const auto questions = read_file(dir() + "/questions");
  EXPECT_THAT(questions, HasSubstr(R"("what\":\"token )"));
  EXPECT_THAT(questions, HasSubstr(R"("type":"type")"));
  EXPECT_THAT(questions, Not(HasSubstr(token)));
  EXPECT_THAT(questions, Not(HasSubstr("hunter2")));
}

TEST_F(Validators, OneThatFailsIsAFailureAndSaysHow) {
  use("  - {name: own, " + command() +
      ", deadline_ms: 60000, on_failure: block, on_timeout: halt}\n"
      "  - {name: gone, command: [/nonexistent/validator], when: {tool.args.what: gone}, on_failure: block}\n"
      "  - {name: lax, command: [/nonexistent/validator], when: {tool.args.what: lax}, on_failure: allow}\n");
  auto agent = world().agent("tester");
  const std::pair<const char*, const char*> cases[] = {
      {"do-crash", "was ended by signal 11"},
      {"do-fail", "ended with exit code 3"},
      {"do-garbage", "gave no verdict"},
      {"do-extra", "unknown key 'sure'"},
      {"do-nothing", "gave no verdict"},
      {"do-flood", "wrote more than 64 KiB"},
      {"gone", "could not be started: No such file or directory"},
  };
  for (const auto& [what, why] : cases) {
    const auto verdict = before(agent, what);
    EXPECT_EQ(verdict.text("decision"), "block") << what << " " << verdict;
    EXPECT_EQ(verdict.text("code"), "failed") << what << " " << verdict;
    EXPECT_THAT(verdict.text("reason"), HasSubstr(why)) << what;
  }
  // Even with failures allowed, they are in the records.
  const auto lax = before(agent, "lax");
  EXPECT_EQ(lax.text("decision"), "allow") << lax;
  EXPECT_THAT(world().ctl({"explain", lax.text("id")}).output, HasSubstr("could not be started"));
}

TEST_F(Validators, OneThatIsSilentIsKilledWithWhatItStarted) {
  use("  - {name: own, " + command() + ", deadline_ms: 3000, on_timeout: block, on_failure: halt}\n");
  auto agent = world().agent("tester");
  auto other = world().agent("other");
  auto slow = std::async(std::launch::async, [&] { return before(agent, "do-hang"); });
  ASSERT_TRUE(eventually([&] { return read_file(dir() + "/grandchild").ends_with('\n'); }));
  // The daemon keeps working meanwhile.
  EXPECT_EQ(other.call("status").text("state"), "running");
  EXPECT_EQ(slow.wait_for(seconds{0}), std::future_status::timeout);
  const auto verdict = slow.get();
  EXPECT_EQ(verdict.text("decision"), "block") << verdict;
  EXPECT_EQ(verdict.text("code"), "timed_out") << verdict;
  EXPECT_LT(verdict.reply.at("ms").as_double(), 60'000.0);
  std::string pid = read_file(dir() + "/grandchild");
  pid.pop_back();
  EXPECT_TRUE(eventually([&] { return ended(pid); })) << pid;
  EXPECT_EQ(before(other, "do-leave").text("decision"), "allow");
  pid = read_file(dir() + "/left");
  ASSERT_FALSE(pid.empty());
  pid.pop_back();
  EXPECT_TRUE(eventually([&] { return ended(pid); })) << pid;
}

TEST_F(Validators, ProcessesThatLeaveTheirSessionAndParentsEndWithThemToo) {
  use("  - {name: own, " + command() + ", when: {tool.name: tool}, deadline_ms: 5000, on_timeout: block}\n");
  auto agent = world().agent("tester");
  for (const auto* way : {"do-escape", "do-escape and-hang"}) {
    std::filesystem::remove(dir() + "/escaped");
    (void)before(agent, way);
    std::string pid = read_file(dir() + "/escaped");
    ASSERT_FALSE(pid.empty()) << way;
    pid.pop_back();
    EXPECT_TRUE(eventually([&] { return ended(pid); })) << way << " " << pid;
  }
}

TEST_F(Validators, AProcessRegistersItselfAndIsAsked) {
  use("  - {name: live, deadline_ms: 2000, when: {any: [{tool.name: tool}, {action: move}]}, on_timeout: block, "
      "on_failure: block}\n"
      "  - {name: own, " +
      command() + ", when: {tool.name: never}}\n");
  auto agent = world().agent("tester");
  EXPECT_THAT(before(agent, "x").text("reason"), HasSubstr("is not there"));
  auto connected = ipc::Client::connect(world().socket("control"));
  auto second = ipc::Client::connect(world().socket("control"));
  ASSERT_TRUE(connected && second);
  std::optional<ipc::Client> validator(std::move(*connected));
  const auto refused = [&](ipc::Client& client, const char* name) {
    const auto answer = client.call("validator.register", {{"name", name}});
    return answer ? std::string() : answer.error().message;
  };
  EXPECT_THAT(refused(*validator, "live2"), HasSubstr("no validator 'live2'"));
  EXPECT_THAT(refused(*validator, "own"), HasSubstr("is a command"));
  EXPECT_EQ(refused(*validator, "live"), "");
  EXPECT_THAT(refused(*second, "live"), HasSubstr("another connection"));
  EXPECT_THAT(world().ctl({"status", "--json"}).output,
              HasSubstr(R"({"name":"live","kind":"registered","there":true})"));

  const auto question = [&] {
    const auto event = validator->next_event(patience);
    EXPECT_TRUE(event && event->at("method").as_string() == "validate");
    return event ? event->at("params").as_object() : json::object();
  };
  auto asked = agent.act_later({{"type", "move"}, {"x", 40}, {"y", 50}});
  auto about = question();
  EXPECT_EQ(about.at("action").as_object().at("type").as_string(), "move");
  EXPECT_EQ(about.at("validator").as_string(), "live");
  // An answer from another connection does not count, nor does one about another question.
  json::object answer = {{"ask", about.at("ask")}, {"decision", "block"}, {"reason", "Stay."}};
  EXPECT_FALSE(second->call("validator.answer", answer));
  answer["ask"] = about.at("ask").as_int64() + 1;
  EXPECT_FALSE(validator->call("validator.answer", answer));
  answer["ask"] = about.at("ask");
  EXPECT_TRUE(validator->call("validator.answer", answer));
  const auto stopped = asked.get();
  EXPECT_EQ(stopped.text("rule"), "validator.live") << stopped;
  EXPECT_FALSE(stopped.executed());
  const auto after = validator->next_event(patience);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->at("method").as_string(), "validated");
  EXPECT_EQ(after->at("params").as_object().at("ask"), about.at("ask"));
  EXPECT_EQ(after->at("params").as_object().at("id").as_string(), stopped.text("id"));

  asked = agent.act_later({{"type", "move"}, {"x", 40}, {"y", 50}});
  about = question();
  EXPECT_TRUE(validator->call("validator.answer", {{"ask", about.at("ask")}, {"decision", "allow"}}));
  EXPECT_TRUE(asked.get().executed());
  EXPECT_TRUE(validator->next_event(patience)->at("params").as_object().at("executed").as_bool());

  auto silent = before(agent, "x");
  EXPECT_EQ(silent.text("code"), "timed_out") << silent;
  EXPECT_FALSE(validator->call("validator.answer", {{"ask", question().at("ask")}, {"decision", "allow"}})) << "late";
  auto left = std::async(std::launch::async, [&] { return before(agent, "x"); });
  (void)validator->next_event(patience);  // `validated` of the previous action
  (void)question();
  validator.reset();
  EXPECT_THAT(left.get().text("reason"), HasSubstr("went away"));
  EXPECT_TRUE(eventually([&] { return refused(*second, "live").empty(); }));
}

TEST_F(Validators, ATargetThatTheyAllowMustStillBeThere) {
  use("  - {name: live, deadline_ms: 60000, when: {action: move, agent.name: tester}}\n");
  auto connected = ipc::Client::connect(world().socket("control"));
  ASSERT_TRUE(connected && connected->call("validator.register", {{"name", "live"}}));
  auto agent = world().agent("tester");
  ASSERT_EQ(agent.call("session.open", {{"name", "tester"}}).error, "");
  auto looker = world().agent("looker");
  ASSERT_EQ(looker.call("session.open", {{"name", "looker"}}).error, "");
  const json::object move = {{"type", "move"}, {"x", 40}, {"y", 50}};
  auto asked = agent.act_later(move);
  const auto event = connected->next_event(patience);
  ASSERT_TRUE(event);
  const Process terminal = world().desktop().start({"xterm", "-T", "in between", "-geometry", "80x24+0+0"});
  ASSERT_TRUE(eventually([&] { return looker.act(move, {{"dry_run", true}}).window() == "in between"; }));
  ASSERT_TRUE(
      connected->call("validator.answer", {{"ask", event->at("params").as_object().at("ask")}, {"decision", "allow"}}));
  const auto stopped = asked.get();
  EXPECT_EQ(stopped.text("code"), "target_changed") << stopped;
  EXPECT_FALSE(stopped.executed());
}

TEST_F(Validators, TheExampleDoesWhatItSays) {
  const std::string example = INTERLOCK_SOURCE_DIR "/docs/examples/large_orders.py";
  const auto says = [&](const std::string& name) {
    const std::string question = R"({"element": {"name": ")" + name + R"(", "ancestors": [{"name": "", "text": ""}]}})";
    return world().desktop().output(
        {"sh", "-c", "printf %s \"$1\" | python3 \"$2\" --limit 200", "sh", question, example});
  };
  EXPECT_THAT(says("Buy now for $1,250.00"), HasSubstr(R"("decision": "require_confirmation")"));
  EXPECT_THAT(says("Buy now for 199 EUR"), HasSubstr(R"("decision": "allow")"));

  use("  - {name: large-orders, deadline_ms: 20000, on_timeout: block, on_failure: block}\n");
  const Process process = world().desktop().start({"python3", example, "--register", "large-orders"});
  ASSERT_TRUE(eventually([&] {
    return world().ctl({"status", "--json"}).output.find(R"("there":true)") != std::string::npos;
  })) << world().daemon_log();
  auto agent = world().agent("tester");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(before(agent, "x").text("decision"), "allow");
}

}  // namespace
}  // namespace interlock::test
