// What an agent is shown, and actions on shown elements by their refs. The applications themselves report what was hit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

const std::string observe_policy = "preset: default\ndaemon:\n  prompt_timeout_s: 5\n  observation_deadline_ms: 5000\n";

class Observed : public testing::Test {
 protected:
  static void SetUpTestSuite() { world = std::make_unique<World>(World::Options{.policy = observe_policy}); }
  static void TearDownTestSuite() { world.reset(); }

  /// The text of `observe`, once it contains the words.
  static std::string seen(Agent& agent, const std::string& words, json::object params = {}) {
    std::string text;
    eventually([&] {
      const auto answer = agent.call("observe", params);
      text = answer.error.empty() ? answer.text("text") : answer.error;
      return text.find(words) != std::string::npos;
    });
    EXPECT_THAT(text, HasSubstr(words));
    return text;
  }
  /// The ref before the name.
  static std::string ref_of(const std::string& text, const std::string& name) {
    const auto at = text.find('"' + name + '"');
    if (at == std::string::npos) return "no ref";
    const auto line = text.rfind('\n', at) + 1;
    const auto begin = text.find_first_not_of(' ', line);
    return text.substr(begin, text.find(' ', begin) - begin);
  }

  static inline std::unique_ptr<World> world;
};

TEST_F(Observed, AFormIsFilledInByRefs) {
  auto app = start_gtk3(world->desktop(), "Form by refs", "100,100");
  focus_window(world->desktop(), window_titled(world->desktop(), "Form by refs"));
  auto agent = world->agent();
  const auto text = seen(agent, "Submit Order");
  const auto clicked = agent.act({{"type", "click"}, {"ref", ref_of(text, "Next")}});
  EXPECT_TRUE(clicked.executed()) << clicked;
  EXPECT_TRUE(eventually([&] { return app.count("clicked", "Next") == 1; }));

  // The only text field that is not a password has no name.
  const auto at = text.find(" text, ");
  ASSERT_NE(at, std::string::npos) << text;
  const auto begin = text.find_last_of(" \n", at - 1) + 1;
  const auto note = text.substr(begin, at - begin);
  const auto typed = agent.act({{"type", "type"}, {"ref", note}, {"text", "by ref"}});
  EXPECT_TRUE(typed.executed()) << typed << text;
  EXPECT_TRUE(eventually([&] { return app.text("note") == "by ref"; })) << app.text("note");
  EXPECT_THAT(seen(agent, "= \"by ref\""), HasSubstr(note + " text = \"by ref\""))
      << "the same element has the same name";

  // An element that is dangerous by its place is also dangerous by its name.
  auto asked = agent.act_later({{"type", "click"}, {"ref", ref_of(text, "Delete account")}});
  EXPECT_EQ(world->ctl({"deny", world->pending_id()}).code, 0);
  const auto denied = asked.get();
  EXPECT_EQ(denied.text("decision"), "require_confirmation") << denied;
  EXPECT_EQ(app.count("clicked", "Delete account"), 0);

  app.process().kill();
  EXPECT_TRUE(eventually([&] {
    return agent.act({{"type", "click"}, {"ref", ref_of(text, "Next")}}).text("code") == "stale_ref";
  }));
  EXPECT_EQ(agent.act({{"type", "click"}, {"ref", "e999"}}).text("code"), "stale_ref");
}

TEST_F(Observed, AStoppedApplicationCostsTheDeadline) {
  auto app = start_gtk3(world->desktop(), "Stopped form", "100,100");
  focus_window(world->desktop(), window_titled(world->desktop(), "Stopped form"));
  auto agent = world->agent();
  (void)seen(agent, "Submit Order");
  app.process().signal(SIGSTOP);
  const auto stuck = agent.call("observe");
  app.process().signal(SIGCONT);
  EXPECT_THAT(stuck.text("text"), HasSubstr("unknown: the application did not answer in time"));
}

TEST_F(Observed, APageIsShownWithoutInstructionsSecretsAndHiddenElements) {
  auto control = ipc::Client::connect(world->socket("control"));
  ASSERT_TRUE(control.has_value());
  ASSERT_TRUE(control->call("watch"));
  const auto server = start_server(world->desktop(), std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures");
  const auto browser = start_chromium(world->desktop(), page_url(server, "observed.html"));
  focus_window(world->desktop(), window_titled(world->desktop(), "Observed shop"));
  auto agent = world->agent("shopper");

  const auto text = seen(agent, "Purchase kettle");
  EXPECT_THAT(text, HasSubstr("A kettle, two litres, blue."));
  EXPECT_THAT(text, HasSubstr("[redacted: "));
  for (const char* words : {"previous instructions", "evil@example.com", "ghp_0123", "hunter2secret",
                            "plain-hidden-words", "[redacted: secret] [end", "\xE2\x80\xAE"}) {
    EXPECT_THAT(text, Not(HasSubstr(words)));
  }
  EXPECT_LT(text.size(), 64u * 1024);
  const auto marker = agent.call("observe").text("marker");
  EXPECT_EQ(marker.size(), 16u);
  EXPECT_THAT(text, Not(HasSubstr(marker))) << "each reply has its own";

  const auto as_json = agent.observe({{"format", "json"}});
  const auto whole = json::serialize(as_json.reply);
  for (const char* words : {"previous instructions", "ghp_0123", "hunter2secret", "plain-hidden-words"}) {
    EXPECT_THAT(whole, Not(HasSubstr(words)));
  }
  EXPECT_GE(as_json.reply.at("redacted").at("count").to_number<int>(), 2) << as_json;
  EXPECT_EQ(as_json.reply.at("redacted").at("categories").at("secret").to_number<int>(), 1) << as_json;

  bool reported = false;
  while (const auto event = control->next_event(patience)) {
    if (event->at("method") != "injection.redacted") continue;
    reported = true;
    EXPECT_EQ(event->at("params").at("windows").as_array().size(), 1u);
    EXPECT_GE(event->at("params").at("count").to_number<int>(), 2);
    break;
  }
  EXPECT_TRUE(reported);

  auto reader = world->agent("reader");
  const auto session = reader.call("session.open", {{"name", "reader"}, {"scope", "read"}}).text("session");
  const auto read = seen(reader, "Further kettles", {{"session", session}});
  for (const char* words : {"Purchase", "Delete account", "Street name", "Answer", "API token"}) {
    EXPECT_THAT(read, Not(HasSubstr(words)));
  }
  EXPECT_EQ(world->audit().find("hunter2secret"), std::string::npos);
}

TEST_F(Observed, WindowsAreFoundByTitleAndAll) {
  const auto left = start_gtk3(world->desktop(), "Left form", "50,100");
  const auto right = start_gtk3(world->desktop(), "Right form", "700,100");
  auto agent = world->agent();
  EXPECT_THAT(seen(agent, "Submit Order", {{"title", "left FORM"}}), HasSubstr("window "));
  const auto all = seen(agent, "Right form", {{"window", "all"}});
  EXPECT_THAT(all, HasSubstr("Left form"));
  EXPECT_THAT(agent.call("observe", {{"title", "No such window"}}).error, HasSubstr("no window"));
  EXPECT_THAT(agent.call("observe", {{"within", "e9999"}}).error, HasSubstr("no element is known"));
}

}  // namespace
}  // namespace interlock::test
