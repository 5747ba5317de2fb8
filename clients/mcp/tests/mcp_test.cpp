// interlock-mcp as a host uses it: the official client starts it on a desktop with interlockd and an application, and
// the tests check the application's own report.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "clients/mcp/tests/mcp_host.h"
#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

const std::string policy = "preset: default\ndaemon:\n  prompt_timeout_s: 60\n  observation_deadline_ms: 5000\n";

class Mcp : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.policy = policy, .daemon = false});
    const std::string credentials = world->desktop().dir() + "/credentials";
    std::filesystem::create_directory(credentials);
    std::ofstream(credentials + "/form") << "Mcp-S3cret!";
    std::filesystem::permissions(credentials + "/form",
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    world->start_daemon(
        policy + "  credentials_dir: " + credentials +
        "\nsecrets:\n  - {name: form, application: [python3.11, python3.13], credential: form, ask: never}\n");
    form = std::make_unique<App>(start_gtk3(world->desktop()));
    world->wait_until_seen(form->centre("Submit Order"), "Submit Order");
  }
  static void TearDownTestSuite() {
    form.reset();
    world.reset();
  }
  static json::object at(const std::string& name) {
    const auto centre = form->centre(name);
    return {{"x", centre.x}, {"y", centre.y}};
  }
  static std::vector<std::string> tools(McpHost& host) {
    std::vector<std::string> names;
    const auto listed = host.request("tools");
    for (const auto& tool : listed.at("tools").as_array()) names.emplace_back(tool.at("name").as_string());
    return names;
  }
  static std::string status() { return world->ctl({"status", "--json"}).output; }

  static inline std::unique_ptr<World> world;
  static inline std::unique_ptr<App> form;
};

TEST_F(Mcp, ActsLooksAndLogs) {
  McpHost host(world->desktop(), {"--name", "shopper"});
  EXPECT_EQ(host.about().at("server").at("name"), "interlock");
  EXPECT_THAT(tools(host), testing::IsSupersetOf({"click", "type", "key", "observe", "screenshot", "more"}));
  EXPECT_THAT(status(), HasSubstr("shopper"));

  std::string seen;
  EXPECT_TRUE(eventually([&] {
    seen = text_of(host.call("observe", {{"title", "GTK form"}}));
    return seen.find("button \"Next\"") != std::string::npos;  // it may be slow to answer on a loaded machine
  })) << seen;
  EXPECT_THAT(seen, testing::AllOf(testing::StartsWith("[screen "), HasSubstr("[end of screen ")));

  host.request("subscribe", {{"uri", "interlock://session/log"}});
  const int before = form->count("clicked", "Next");
  const auto clicked = host.call("click", at("Next"));
  EXPECT_FALSE(is_error(clicked)) << text_of(clicked);
  EXPECT_THAT(text_of(clicked), testing::StartsWith("done: allow\n"));
  EXPECT_EQ(clicked.at("structuredContent").at("executed"), true);
  const auto& structured = clicked.at("structuredContent");
  EXPECT_EQ(std::string(structured.at("result").as_string()) + std::string(structured.at("screen").as_string()),
            text_of(clicked));
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Next") == before + 1; }));
  EXPECT_TRUE(host.heard("resources/updated"));

  const auto picture = host.call("screenshot", {{"max_width", 320}});
  EXPECT_EQ(picture.at("content").at(0).at("type"), "image");
  EXPECT_THAT(std::string(picture.at("content").at(0).at("data").as_string()), testing::StartsWith("iVBOR"));
  EXPECT_THAT(text_of(host.call("status")), HasSubstr("\"state\":\"running\""));

  const auto log = json::serialize(host.request("read", {{"uri", "interlock://session/log"}}));
  EXPECT_THAT(log, testing::AllOf(HasSubstr("click"), HasSubstr("done: allow")));
  EXPECT_THAT(json::serialize(host.request("resources")), HasSubstr("interlock://session/log"));
}

TEST_F(Mcp, AnActionThatIsNotDoneIsAnErrorWithItsReason) {
  McpHost host(world->desktop(), {});
  ASSERT_FALSE(is_error(host.call("click", at("answer"))));
  const int asked = host.ask("call", {{"name", "type"}, {"arguments", {{"text", "secret words"}}}});
  EXPECT_EQ(world->ctl({"deny", world->pending_id()}).code, 0);
  const auto typed = host.answer(asked);
  EXPECT_TRUE(is_error(typed));
  EXPECT_THAT(text_of(typed), testing::AllOf(HasSubstr("not done: require_confirmation by credential"),
                                             HasSubstr("the person was asked: denied"), HasSubstr("why: \""),
                                             HasSubstr("[end of screen ")));
  EXPECT_EQ(typed.at("structuredContent").at("rule"), "credential");
  EXPECT_EQ(form->text("answer"), "");
  const std::string said = text_of(typed);
  const std::string answer = "\"denied by interlockctl";
  EXPECT_EQ(said.find(answer), said.rfind(answer)) << "it is named once: " << said;

  world->ctl({"pause"});
  const auto paused = host.call("click", at("Next"));
  world->ctl({"resume"});
  EXPECT_TRUE(is_error(paused));
  EXPECT_THAT(text_of(paused), testing::AllOf(testing::StartsWith("not done: block by session (paused)"),
                                              HasSubstr("interlockctl resume")));
  const auto wrong = host.call("click", {{"x", -1}, {"y", 1}});
  EXPECT_TRUE(is_error(wrong));
  EXPECT_THAT(text_of(wrong), testing::StartsWith("x: expected")) << "the place as the tool names it";
  EXPECT_THAT(json::serialize(host.call("format_disk")), HasSubstr("-32602"));
}

TEST_F(Mcp, APersonsWordComesWithTheirNo) {
  McpHost host(world->desktop(), {});
  const int asked = host.ask("call", {{"name", "click"}, {"arguments", at("Submit Order")}});
  EXPECT_EQ(world->ctl({"deny", world->pending_id(), "not", "this", "address"}).code, 0);
  const auto denied = host.answer(asked);
  EXPECT_TRUE(is_error(denied));
  EXPECT_THAT(text_of(denied), HasSubstr("\nhint: The person says: \"not this address\"\n"));
  EXPECT_LT(text_of(denied).find("The person says"), text_of(denied).find("[screen "))
      << "it is no quotation of a page";
  EXPECT_EQ(denied.at("structuredContent").at("word"), "not this address");
}

TEST_F(Mcp, TypesASecretThatTheModelNeverSees) {
  McpHost host(world->desktop(), {});
  ASSERT_FALSE(is_error(host.call("click", at("answer"))));
  const auto listed = host.call("list_secrets");
  EXPECT_THAT(text_of(listed), HasSubstr(R"({"name":"form","field":"password","applications":["python3.11)"));
  EXPECT_THAT(text_of(host.call("more")), HasSubstr("\ntype_secret: "));
  const auto typed = host.call("more", {{"tool", "type_secret"}, {"arguments", {{"name", "form"}}}});
  EXPECT_FALSE(is_error(typed)) << text_of(typed);
  EXPECT_TRUE(eventually([&] { return form->text("answer") == "Mcp-S3cret!"; })) << form->text("answer");
  EXPECT_EQ(json::serialize(typed).find("Mcp-S3cret!"), std::string::npos);
  const auto wrong = host.call("type_secret", {{"name", "bank"}});
  EXPECT_THAT(text_of(wrong), HasSubstr("not done: block by credential (unknown_secret)"));
  EXPECT_FALSE(is_error(host.call("key", {{"keys", "ctrl+a Delete"}})));
  EXPECT_TRUE(eventually([&] { return form->text("answer").empty(); })) << "as other tests expect it";
}

TEST_F(Mcp, ReportsThatItWaitsForTheHumanAndDoesWhatTheyApprove) {
  McpHost host(world->desktop(), {});
  const int before = form->count("clicked", "Submit Order");
  const int asked = host.ask("call", {{"name", "click"}, {"arguments", at("Submit Order")}});
  const auto id = world->pending_id();
  EXPECT_TRUE(host.heard("\"progress\":{"));
  EXPECT_TRUE(host.heard("waiting for the human to answer\",\"tool\""));
  EXPECT_FALSE(host.is_answered(asked));
  EXPECT_EQ(form->count("clicked", "Submit Order"), before);
  EXPECT_EQ(world->ctl({"approve", id}).code, 0);
  const auto done = host.answer(asked);
  EXPECT_FALSE(is_error(done)) << text_of(done);
  EXPECT_THAT(text_of(done), HasSubstr("the person was asked: approved"));
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Submit Order") == before + 1; }));
}

TEST_F(Mcp, AnswersInTimeAndKeepsTheOutcomeOfWhatIsStillBeingAsked) {
  McpHost host(world->desktop(), {"--answer-within", "2"});
  const int before = form->count("clicked", "Submit Order");
  const int asked = host.ask("call", {{"name", "click"}, {"arguments", at("Submit Order")}});
  const int queued = host.ask("call", {{"name", "click"}, {"arguments", at("Next")}});
  const auto pending = world->pending_id();
  const auto open = host.answer(asked);
  EXPECT_FALSE(is_error(open));
  EXPECT_THAT(text_of(open), HasSubstr("not done yet: a person is still being asked"));
  EXPECT_THAT(text_of(host.answer(queued)), HasSubstr("not done yet: it waits for an earlier action"));
  const std::string id(open.at("structuredContent").at("outcome_id").as_string());
  EXPECT_THAT(text_of(host.call("outcome", {{"id", id}})), HasSubstr("not done yet: a person is still being asked"));
  const int waits = host.ask("call", {{"name", "outcome"}, {"arguments", {{"id", id}}}});
  EXPECT_EQ(world->ctl({"approve", pending}).code, 0);
  EXPECT_THAT(text_of(host.answer(waits)), HasSubstr("the person was asked: approved"));
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Submit Order") == before + 1; }));
  const std::string next(host.answer(queued).at("structuredContent").at("outcome_id").as_string());
  EXPECT_THAT(text_of(host.call("outcome", {{"id", next}})), testing::StartsWith("done: allow"));
  EXPECT_TRUE(is_error(host.call("outcome", {{"id", id}}))) << "it was fetched";
}

TEST_F(Mcp, AHostWithElicitationMayTurnAQuestionDownAndNeverApproveIt) {
  const int before = form->count("clicked", "Submit Order");
  {
    McpHost host(world->desktop(), {}, "accept");
    const int asked = host.ask("call", {{"name", "click"}, {"arguments", at("Submit Order")}});
    EXPECT_TRUE(host.heard("to accept here approves nothing"));
    const auto pending = world->pending_id();
    EXPECT_FALSE(host.is_answered(asked));
    EXPECT_EQ(world->ctl({"deny", pending}).code, 0);
    EXPECT_THAT(text_of(host.answer(asked)), HasSubstr("the person was asked: denied"));
  }
  McpHost host(world->desktop(), {}, "decline");
  const auto declined = host.call("click", at("Submit Order"));
  EXPECT_TRUE(is_error(declined)) << text_of(declined);
  EXPECT_TRUE(world->nothing_pending());
  EXPECT_EQ(form->count("clicked", "Submit Order"), before);
}

TEST_F(Mcp, MoreDescribesAndCallsTheOtherTools) {
  McpHost host(world->desktop(), {});
  EXPECT_THAT(tools(host), Not(Contains("drag")));
  const auto described = text_of(host.call("more"));
  EXPECT_THAT(described, testing::AllOf(HasSubstr("\ndrag: "), HasSubstr("\nsequence: "), Not(HasSubstr("\nclick: "))));
  const int before = form->count("clicked", "Next");
  json::object step = at("Next");
  step["type"] = "click";
  const auto done = host.call("more", {{"tool", "sequence"}, {"arguments", {{"steps", {step}}}}});
  EXPECT_FALSE(is_error(done)) << text_of(done);
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Next") == before + 1; }));
  EXPECT_TRUE(is_error(host.call("more", {{"tool", "click"}, {"arguments", {{"x", -1}, {"y", 0}}}})));
}

TEST_F(Mcp, ACancelledCallClosesItsPromptAndTheNextContinues) {
  McpHost host(world->desktop(), {});
  const int submitted = form->count("clicked", "Submit Order");
  const int next = form->count("clicked", "Next");
  const int asked = host.ask("call", {{"name", "click"}, {"arguments", at("Submit Order")}});
  world->pending_id();
  const int queued = host.ask("call", {{"name", "click"}, {"arguments", at("Delete account")}});
  const int after = host.ask("call", {{"name", "click"}, {"arguments", at("Next")}});
  host.abort(queued);
  host.abort(asked);
  EXPECT_TRUE(world->nothing_pending());
  EXPECT_FALSE(is_error(host.answer(after)));
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Next") == next + 1; }));
  EXPECT_EQ(form->count("clicked", "Submit Order"), submitted);
  EXPECT_EQ(form->count("clicked", "Delete account"), 0);
  EXPECT_THAT(world->audit(), HasSubstr("the agent cancelled it"));
}

TEST_F(Mcp, AReadScopeOffersOnlyReading) {
  McpHost host(world->desktop(), {"--scope", "read"});
  const auto names = tools(host);
  for (const auto* absent : {"key", "type"}) EXPECT_THAT(names, Not(Contains(absent)));
  EXPECT_THAT(text_of(host.call("more")), Not(HasSubstr("\nsequence: ")));
  EXPECT_THAT(names, testing::IsSupersetOf({"click", "scroll", "observe"}));
  EXPECT_TRUE(is_error(host.call("type", {{"text", "hello"}}))) << "not offered, and blocked all the same";
  EXPECT_TRUE(is_error(host.call("click", at("Submit Order"))));
}

TEST_F(Mcp, TheEndOfTheHostCancelsItsRequests) {
  auto host = std::make_unique<McpHost>(world->desktop(), std::vector<std::string>{"--name", "short-lived"});
  host->ask("call", {{"name", "click"}, {"arguments", at("Submit Order")}});
  world->pending_id();
  const auto pid = host->about().at("pid").as_int64();
  host->close();
  EXPECT_TRUE(world->nothing_pending());
  EXPECT_TRUE(eventually([&] { return status().find("short-lived") == std::string::npos; }));
  EXPECT_TRUE(eventually([&] { return !std::filesystem::exists("/proc/" + std::to_string(pid)); }));
}

TEST_F(Mcp, ComesBackWithTheDaemon) {
  world->daemon().signal(SIGTERM);
  world->daemon().wait();
  McpHost host(world->desktop(), {});
  EXPECT_THAT(tools(host), Contains("click"));
  const auto refused = host.call("click", at("Next"));
  EXPECT_TRUE(is_error(refused));
  EXPECT_THAT(text_of(refused), HasSubstr("is interlockd running?"));
  world->start_daemon(policy);
  EXPECT_TRUE(host.heard("tools/list_changed"));
  EXPECT_FALSE(is_error(host.call("status")));

  // Also in the middle of a call: then it is unknown whether it was done, and the error says so.
  world->wait_until_seen(form->centre("Submit Order"), "Submit Order");
  const int asked = host.ask("call", {{"name", "click"}, {"arguments", at("Submit Order")}});
  world->pending_id();
  world->daemon().kill();
  EXPECT_THAT(text_of(host.answer(asked)), HasSubstr("it is unknown whether the action was done"));
  world->start_daemon(policy);
  world->wait_until_seen(form->centre("Next"), "Next");
  EXPECT_FALSE(is_error(host.call("click", at("Next"))));
}

}  // namespace
}  // namespace interlock::test
