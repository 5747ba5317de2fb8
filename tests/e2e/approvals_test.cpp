// Approvals by signature on a real desktop, with the real ssh-keygen: only a signature approves, what it approved is
// done once, and the audit log proves it afterwards.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/e2e/e2e_world.h"
#include "tests/temp_dir.h"

namespace interlock::test {
namespace {

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A new key of an approver in this folder; its public line.
std::string make_key(const TempDir& dir, const std::string& name) {
  const std::string file = dir.path() + "/" + name;
  EXPECT_EQ(std::system(("ssh-keygen -q -t ed25519 -N '' -C " + name + " -f " + file).c_str()), 0);
  std::string line = content(file + ".pub");
  while (line.ends_with('\n')) line.pop_back();
  return line;
}

std::string policy_of(const std::string& key) {
  return "preset: default\napprovers:\n  - {name: anna, keys: ['" + key +
         "']}\ndaemon:\n  replies: signed\n  prompt_timeout_s: 30\n  observation_deadline_ms: 5000\n";
}

class Approvals : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    keys = std::make_unique<TempDir>();
    world = std::make_unique<World>(World::Options{.policy = policy_of(make_key(*keys, "anna"))});
    form = std::make_unique<App>(start_gtk3(world->desktop(), "GTK form", "760,100"));
    world->wait_until_seen(form->centre("Submit Order"), "Submit Order");
  }
  static void TearDownTestSuite() {
    form.reset();
    world.reset();
    keys.reset();
  }
  std::future<Verdict> ask(Agent& agent) { return agent.act_later(click(form->centre("Submit Order"))); }
  std::string key(const std::string& name = "anna") { return keys->path() + "/" + name; }
  int clicks() { return form->count("clicked", "Submit Order"); }

  static inline std::unique_ptr<TempDir> keys;
  static inline std::unique_ptr<World> world;
  static inline std::unique_ptr<App> form;
};

TEST_F(Approvals, OnlyASignatureApprovesAndTheLogProvesIt) {
  const int before = clicks();
  auto agent = world->agent("shop");
  auto asked = ask(agent);
  const auto id = world->pending_id();
  ASSERT_TRUE(eventually([&] { return world->ctl({"questions"}).output.find(id) != std::string::npos; }));
  const auto shown = world->ctl({"questions"});
  EXPECT_NE(shown.output.find("Submit Order"), std::string::npos) << shown.output;
  const auto unsigned_yes = world->ctl({"approve", id});
  EXPECT_NE(unsigned_yes.code, 0);
  EXPECT_NE(unsigned_yes.output.find("must be signed"), std::string::npos) << unsigned_yes.output;
  make_key(*keys, "stranger");
  const auto strange = world->ctl({"approve", "--key", key("stranger"), id});
  EXPECT_NE(strange.code, 0);
  EXPECT_NE(strange.output.find("no approver"), std::string::npos) << strange.output;
  EXPECT_EQ(clicks(), before);
  const auto yes = world->ctl({"approve", "--key", key(), id});
  EXPECT_EQ(yes.code, 0) << yes.output;
  const auto done = asked.get();
  EXPECT_EQ(done.text("outcome"), "approved") << done;
  EXPECT_TRUE(done.executed()) << done;
  EXPECT_TRUE(eventually([&] { return clicks() == before + 1; }));
  EXPECT_NE(world->ctl({"approve", "--key", key(), id}).code, 0) << "it is closed";

  const auto verified = world->ctl({"audit", "verify"});
  EXPECT_EQ(verified.code, 0) << verified.output;
  EXPECT_NE(verified.output.find("signed answers: 1"), std::string::npos) << verified.output;
}

TEST_F(Approvals, ANoOverTheQuestionsSocketDenies) {
  const int before = clicks();
  auto agent = world->agent("shop");
  auto asked = ask(agent);
  const auto id = world->pending_id();
  auto approver = ipc::Client::connect(world->socket("questions"));
  ASSERT_TRUE(approver);
  const auto denied = approver->call("answer", {{"id", id}, {"approve", false}});
  ASSERT_TRUE(denied) << denied.error().message;
  EXPECT_EQ(asked.get().text("outcome"), "denied");
  EXPECT_EQ(clicks(), before);
}

TEST_F(Approvals, TheQuestionsSocketHasThreeMethodsAndAYesNeedsASignature) {
  auto approver = ipc::Client::connect(world->socket("questions"));
  ASSERT_TRUE(approver);
  for (const char* method : {"status", "pending", "reply", "pause", "resume", "halt", "reload", "watch", "explain",
                             "sandbox.enter", "act", "observe", "screenshot", "session.open", "hello", "x"}) {
    const auto answer = approver->call(method);
    ASSERT_FALSE(answer) << method;
    EXPECT_EQ(answer.error().code, -32601) << method;
  }
  const auto bare = approver->call("answer", {{"id", "1"}, {"approve", true}});
  ASSERT_FALSE(bare);
  EXPECT_EQ(bare.error().code, -32602);
}

TEST_F(Approvals, AQuestionHasItsPictureAndItsEvents) {
  auto watcher = ipc::Client::connect(world->socket("questions"));
  ASSERT_TRUE(watcher);
  ASSERT_TRUE(watcher->call("questions", {{"watch", true}}));
  auto agent = world->agent("shop");
  auto asked = ask(agent);
  const auto event = watcher->next_event(std::chrono::seconds{20});
  ASSERT_TRUE(event);
  EXPECT_EQ(event->at("method").as_string(), "asked");
  const auto& question = event->at("params").as_object();
  ASSERT_TRUE(question.at("picture").as_bool());
  const auto picture = watcher->call("picture", {{"id", question.at("id")}});
  ASSERT_TRUE(picture) << picture.error().message;
  EXPECT_TRUE(picture->at("png").as_string().starts_with("iVBORw0KGgo")) << "PNG in base64";
  EXPECT_EQ(world->ctl({"deny", std::string(question.at("id").as_string())}).code, 0);
  const auto closed = watcher->next_event(std::chrono::seconds{20});
  ASSERT_TRUE(closed);
  EXPECT_EQ(closed->at("method").as_string(), "closed");
  EXPECT_EQ(asked.get().text("outcome"), "denied");
}

TEST_F(Approvals, ATargetThatChangedSinceIsNotClickedInSpiteOfASignature) {
  const auto window = window_titled(world->desktop(), "GTK form");
  const auto old = window_rect(world->desktop(), window);
  const int before = clicks();
  auto agent = world->agent("shop");
  auto asked = ask(agent);
  const auto id = world->pending_id();
  world->desktop().output({"xdotool", "windowmove", std::to_string(window), std::to_string(old.x), "160"});
  ASSERT_TRUE(eventually([&] { return window_rect(world->desktop(), window).y != old.y; }));
  EXPECT_EQ(world->ctl({"approve", "--key", key(), id}).code, 0);
  const auto done = asked.get();
  EXPECT_FALSE(done.executed()) << done;
  EXPECT_EQ(done.text("code"), "target_changed") << done;
  EXPECT_EQ(clicks(), before);
}

TEST_F(Approvals, ARevokedKeyIsDeadAfterAReload) {
  const std::string old = key("anna");
  world->write_policy(policy_of(make_key(*keys, "fresh")));
  EXPECT_EQ(world->ctl({"reload"}).code, 0);
  auto agent = world->agent("shop");
  auto asked = ask(agent);
  const auto id = world->pending_id();
  EXPECT_NE(world->ctl({"approve", "--key", old, id}).code, 0);
  EXPECT_EQ(world->ctl({"approve", "--key", key("fresh"), id}).code, 0);
  EXPECT_EQ(asked.get().text("outcome"), "approved");
  EXPECT_EQ(world->ctl({"audit", "verify"}).code, 0);
}

}  // namespace
}  // namespace interlock::test
