// What `act` reports of what came of it, and whether a page is there when `navigate` returns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

const std::string settle_policy = "preset: default\ndaemon:\n  prompt_timeout_s: 5\n  observation_deadline_ms: 5000\n";

std::string after(const Verdict& verdict, std::string_view key) {
  const auto* value = verdict.reply.if_contains("after");
  const auto* part = value ? value->as_object().if_contains(key) : nullptr;
  if (part == nullptr) return "missing";
  return part->is_string() ? std::string(part->as_string()) : json::serialize(*part);
}

class Settling : public testing::Test {
 protected:
  static void SetUpTestSuite() { world = std::make_unique<World>(World::Options{.policy = settle_policy}); }
  static void TearDownTestSuite() { world.reset(); }

  static std::string seen(Agent& agent, const std::string& words) {
    std::string text;
    eventually([&] {
      text = agent.observe().text("text");
      return text.find(words) != std::string::npos;
    });
    EXPECT_THAT(text, HasSubstr(words));
    return text;
  }
  static std::string ref_of(const std::string& text, const std::string& name) {
    const auto at = text.find('"' + name + '"');
    if (at == std::string::npos) return "no ref";
    const auto begin = text.find_first_not_of(" +*", text.rfind('\n', at) + 1);
    return text.substr(begin, text.find(' ', begin) - begin);
  }
  static Verdict click(Agent& agent, const std::string& ref, int settle = 10'000) {
    return agent.act({{"type", "click"}, {"ref", ref}}, {{"settle", settle}});
  }

  static inline std::unique_ptr<World> world;
};

TEST_F(Settling, OnlyWhatChangedIsReportedByRefsThatGoOn) {
  const auto server = start_server(world->desktop(), std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures");
  const auto browser = start_chromium(world->desktop(), page_url(server, "settle.html"));
  focus_window(world->desktop(), window_titled(world->desktop(), "Settling page"));
  auto agent = world->agent();
  const auto text = seen(agent, "Do nothing");

  const auto added = click(agent, ref_of(text, "Add one"));
  EXPECT_EQ(after(added, "what"), "changed") << added;
  EXPECT_EQ(after(added, "quiet"), "true") << added;
  EXPECT_EQ(after(added, "listing"), "changes");
  EXPECT_THAT(after(added, "text"), HasSubstr("Second thing"));
  EXPECT_THAT(after(added, "text"), Not(HasSubstr("First thing")));
  EXPECT_THAT(after(added, "text"), HasSubstr("focus: " + ref_of(text, "Add one") + " button"));
  EXPECT_EQ(added.reply.if_contains("window"), nullptr) << "what is there afterwards says more";

  const auto idle = click(agent, ref_of(text, "Do nothing"));
  EXPECT_EQ(after(idle, "what"), "same") << idle;
  EXPECT_LT(after(idle, "text").size(), 500u) << after(idle, "text");

  const auto opened = click(agent, ref_of(text, "Details"));
  EXPECT_EQ(after(opened, "what"), "dialog opened") << opened;
  EXPECT_THAT(after(opened, "text"), HasSubstr("+ dialog \"Further details\"\n  + e"));

  const auto reported = click(agent, ref_of(text, "Hear more"));
  EXPECT_THAT(after(reported, "text"), HasSubstr("[redacted: "));
  for (const char* words : {"previous instructions", "evil@example.com", "ghp_0123"}) {
    EXPECT_THAT(json::serialize(reported.reply), Not(HasSubstr(words)));
  }

  const auto look = reported.reply.at("after").at("look");
  const auto since = agent.call("observe", {{"since", look}});
  EXPECT_THAT(since.text("text"), HasSubstr("nothing has changed since look " + json::serialize(look))) << since;
  EXPECT_THAT(agent.call("observe", {{"since", 4711}}).text("text"), HasSubstr("Do nothing")) << "it was forgotten";

  // The answer of the server takes 900 ms; until then nothing of the page changes.
  const auto gone = click(agent, ref_of(text, "Elsewhere"));
  EXPECT_EQ(after(gone, "what"), "new page") << gone;
  EXPECT_EQ(after(gone, "listing"), "whole");
  EXPECT_THAT(after(gone, "text"), HasSubstr("Delete account"));
}

TEST_F(Settling, OthersActWhileOneWaits) {
  const auto server = start_server(world->desktop(), std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures");
  const auto browser = start_chromium(world->desktop(), page_url(server, "settle.html"));
  focus_window(world->desktop(), window_titled(world->desktop(), "Settling page"));
  auto agent = world->agent();
  const auto text = seen(agent, "Count up");
  auto waiting = std::async(std::launch::async, [&] { return click(agent, ref_of(text, "Count up")); });
  EXPECT_TRUE(eventually([&] { return server.count("clicked", "tick") == 1; }));
  auto other = world->agent("other");
  EXPECT_TRUE(other.act({{"type", "move"}, {"x", 5}, {"y", 5}}).executed());
  EXPECT_NE(waiting.wait_for(milliseconds{0}), std::future_status::ready) << "the page is never quiet";
  const auto counted = waiting.get();
  EXPECT_EQ(after(counted, "quiet"), "false") << counted;
  EXPECT_EQ(after(counted, "what"), "changed") << counted;
}

TEST_F(Settling, NothingIsSaidOfWhatWasNotDone) {
  const auto app = start_gtk3(world->desktop(), "Settling form", "100,100");
  focus_window(world->desktop(), window_titled(world->desktop(), "Settling form"));
  auto agent = world->agent();
  const auto text = seen(agent, "Submit Order");
  const auto dry = agent.act({{"type", "click"}, {"ref", ref_of(text, "Next")}}, {{"settle", 1000}, {"dry_run", true}});
  EXPECT_EQ(dry.reply.if_contains("after"), nullptr) << dry;
  EXPECT_EQ(after(click(agent, "e999"), "what"), "missing");

  const auto at = text.find(" text, ");
  ASSERT_NE(at, std::string::npos) << text;
  const auto begin = text.find_last_of(" \n", at - 1) + 1;
  const auto note = text.substr(begin, at - begin);
  const auto typed = agent.act({{"type", "type"}, {"ref", note}, {"text", "milk"}}, {{"settle", 10'000}});
  EXPECT_THAT(after(typed, "text"), HasSubstr("* " + note + " text = \"milk\"")) << typed;
  EXPECT_THAT(after(typed, "text"), Not(HasSubstr("Submit Order"))) << typed;
}

/// Right after `navigate` the first look shows the new page.
void check_navigation(World& world, const App& server, const std::string& title) {
  focus_window(world.desktop(), window_titled(world.desktop(), title));
  auto agent = world.agent();
  EXPECT_TRUE(eventually([&] { return agent.observe().text("text").find("Darjeeling") != std::string::npos; }));
  const auto go = [&](const std::string& url) { return agent.act({{"type", "navigate"}, {"url", url}}); };
  for (int round = 0; round < 3; ++round) {
    for (const auto& [page, words] : {std::pair{"list.html", "Size"}, {"shop.html", "Darjeeling"}}) {
      const auto gone = go(page_url(server, page));
      ASSERT_TRUE(gone.executed()) << gone;
      EXPECT_EQ(json::serialize(gone.reply.at("arrived")), "true") << gone;
      EXPECT_THAT(agent.observe().text("text"), HasSubstr(words)) << round;
    }
  }
  const auto slow = go(page_url(server, "slow/1500/list.html"));
  EXPECT_EQ(json::serialize(slow.reply.at("arrived")), "true") << slow;
  EXPECT_THAT(agent.observe().text("text"), HasSubstr("Size"));
  // It never comes: the old page stays.
  const auto never = go(page_url(server, "slow/30000/shop.html"));
  EXPECT_EQ(json::serialize(never.reply.at("arrived")), "false") << never;
}

TEST_F(Settling, NavigateReturnsWhenThePageIsThereInChromium) {
  const auto server = start_server(world->desktop(), std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures");
  const auto browser = start_chromium(world->desktop(), page_url(server, "shop.html"));
  check_navigation(*world, server, "Tea shop");
}

TEST_F(Settling, NavigateReturnsWhenThePageIsThereInFirefox) {
  const auto server = start_server(world->desktop(), std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures");
  const auto browser = start_firefox(world->desktop(), page_url(server, "shop.html"));
  check_navigation(*world, server, "Tea shop");
}

}  // namespace
}  // namespace interlock::test
