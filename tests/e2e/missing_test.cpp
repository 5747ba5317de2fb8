// If something that interlock needs is missing, a clear message says what to do, and the decision is the safe one.
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <filesystem>
#include <fstream>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

// With enough time to answer a question by a command, on a busy machine too.
const std::string answerable = "preset: default\ndaemon:\n  prompt_timeout_s: 20\n  observation_deadline_ms: 5000\n";
const std::string quick = "preset: default\ndaemon:\n  prompt_timeout_s: 1\n  observation_deadline_ms: 5000\n";

const std::string patient_with_loops =
    "preset: default\nloop_threshold: 0\n"
    "guardrails: {stuck_repeat_hint: 0, stuck_repeat_warn: 0, stuck_repeat_stop: 0}\n"
    "daemon: {prompt_timeout_s: 1, observation_deadline_ms: 5000}\n";

testing::AssertionResult says(const std::string& text, const std::vector<std::string>& words) {
  for (const auto& word : words) {
    if (text.find(word) == std::string::npos) {
      return testing::AssertionFailure() << "'" << word << "' is not said in: " << text;
    }
  }
  return testing::AssertionSuccess();
}

class Missing : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.desktop = {}, .policy = quick, .daemon = false});
    form = std::make_unique<App>(start_gtk3(world->desktop()));
  }
  static void TearDownTestSuite() {
    form.reset();
    world.reset();
  }
  // Each test reads only the output of its own daemon.
  void SetUp() override {
    std::filesystem::remove(world->desktop().dir() + "/log/interlockd");
    world->write_policy(quick);
  }
  static inline std::unique_ptr<World> world;
  static inline std::unique_ptr<App> form;
};

TEST_F(Missing, Display) {
  for (const std::string display : {"", ":4711"}) {
    world->launch_daemon({{"DISPLAY", display}});
    ASSERT_TRUE(world->wait_until_serving()) << world->daemon_log();
    const auto done = world->agent().act(click(form->centre("Next")));
    EXPECT_FALSE(done.executed()) << done;
    EXPECT_NE(done.text("decision"), "allow") << done;
    EXPECT_TRUE(says(world->daemon_log(), {"display", "DISPLAY"}));
    EXPECT_TRUE(says(world->ctl({"status"}).output, {"display", "DISPLAY"}));
  }
  EXPECT_EQ(form->count("press"), 0);
}

TEST_F(Missing, XInput2) {
  auto& desktop = world->desktop();
  const auto reported = desktop.dir() + "/blind";
  auto proxy = desktop.start({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/fixtures/hide_extension.py",
                              desktop.display(), "XInputExtension", reported});
  ASSERT_TRUE(eventually([&] { return std::filesystem::exists(reported); }));
  const Process::Environment blind = {{"DISPLAY", read_file(reported)}};
  world->launch_daemon(blind);
  ASSERT_TRUE(world->wait_until_serving()) << world->daemon_log();
  const int before = form->count("press");
  const auto refused = world->agent().act(click(form->centre("Next")));
  EXPECT_EQ(refused.text("code"), "devices_unseen") << refused;
  EXPECT_FALSE(refused.executed()) << "nobody could stop it";
  EXPECT_TRUE(says(refused.text("reason"), {"XInput 2.2", "human.need_devices"}));
  EXPECT_TRUE(says(world->ctl({"status"}).output, {"XInput 2.2"}));
  EXPECT_EQ(form->count("press"), before);
  EXPECT_TRUE(world->agent().act({{"type", "wait"}, {"ms", 1}}).executed()) << "what touches nothing may be done";
  world->write_policy(quick + "human: {need_devices: false}\n");
  world->launch_daemon(blind);
  ASSERT_TRUE(world->wait_until_serving()) << world->daemon_log();
  world->wait_until_seen(form->centre("Next"), "Next");
  const auto done = world->agent().act(click(form->centre("Next")));
  EXPECT_TRUE(done.executed()) << done;
  EXPECT_TRUE(eventually([&] { return form->count("press") == before + 1; }));
}

TEST_F(Missing, AccessibilityBus) {
  World deaf({.desktop = {.accessibility = false}, .policy = quick});
  const auto blind = start_gtk3(deaf.desktop());
  const auto done = deaf.agent().act(click(blind.centre("Next")));
  EXPECT_NE(done.text("decision"), "allow") << "what cannot be seen is not simply clicked: " << done;
  EXPECT_FALSE(done.executed()) << done;
  EXPECT_EQ(blind.count("press"), 0);
  // The reason may be what its label says, where labels are read from pixels.
  EXPECT_TRUE(says(json::serialize(done.reply), {"accessibility"}));
  EXPECT_TRUE(says(deaf.ctl({"status"}).output, {"accessibility", "at-spi"}));
  EXPECT_TRUE(says(deaf.daemon_log(), {"accessibility"}));
}

TEST_F(Missing, NotificationServer) {
  world->write_policy(answerable + "  prompt: notification\n");
  world->launch_daemon();
  ASSERT_TRUE(world->wait_until_serving()) << world->daemon_log();
  world->wait_until_seen(form->centre("Submit Order"), "Submit Order");
  auto agent = world->agent();
  auto asked = agent.act_later(click(form->centre("Submit Order")));
  const auto id = world->pending_id();
  EXPECT_TRUE(eventually([&] {
    return says(world->ctl({"status"}).output, {"notification", "interlockctl"});
  })) << world->ctl({"status"}).output;
  EXPECT_EQ(world->ctl({"approve", id}).code, 0) << "interlockctl still answers";
  EXPECT_TRUE(asked.get().executed());
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Submit Order") == 1; }));
  const auto unanswered = agent.act(click(form->centre("Submit Order")));
  EXPECT_EQ(unanswered.text("outcome"), "timed_out") << unanswered;
  EXPECT_FALSE(unanswered.executed());
  EXPECT_EQ(form->count("clicked", "Submit Order"), 1);
}

TEST_F(Missing, PlaceForTheAuditLog) {
  const int before = form->count("press");
  const auto occupied = world->desktop().dir() + "/occupied";
  std::ofstream(occupied) << "a file where a folder should be";
  world->launch_daemon({}, {"--audit-dir", occupied + "/audit"});
  ASSERT_TRUE(world->wait_until_serving()) << world->daemon_log();
  const auto done = world->agent().act(click(form->centre("Next")));
  EXPECT_EQ(done.text("decision"), "block") << done;
  EXPECT_EQ(done.text("rule"), "audit") << done;
  EXPECT_TRUE(says(done.text("reason"), {occupied}));
  EXPECT_TRUE(says(world->daemon_log(), {occupied}));
  EXPECT_TRUE(says(world->ctl({"status"}).output, {occupied}));
  EXPECT_EQ(form->count("press"), before);

  // Once it is repaired, the daemon continues without a restart.
  std::filesystem::remove(occupied);
  EXPECT_TRUE(world->agent().act(click(form->centre("Next"))).executed());
  EXPECT_TRUE(eventually([&] { return form->count("press") == before + 1; }));
}

/// A separate file system of `size` bytes; only root can make one.
class SmallDisk {
 public:
  SmallDisk(std::string path, const std::string& options) : path_(std::move(path)) {
    std::filesystem::create_directories(path_);
    made_ = mount("interlock-test", path_.c_str(), "tmpfs", 0, options.c_str()) == 0;
  }
  ~SmallDisk() {
    if (made_) umount2(path_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  bool made() const { return made_; }
  bool make_read_only() const { return mount(nullptr, path_.c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) == 0; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool made_ = false;
};

TEST_F(Missing, DiskSpaceForTheAuditLog) {
  const SmallDisk disk(world->desktop().dir() + "/small", "size=64k,mode=700");
  if (!disk.made()) GTEST_SKIP() << "only root may mount a small disk";
  std::ofstream(disk.path() + "/filler") << std::string(48 * 1024, 'x');
  world->write_policy(patient_with_loops);
  world->launch_daemon({}, {"--audit-dir", disk.path() + "/audit"});
  ASSERT_TRUE(world->wait_until_serving()) << world->daemon_log();
  world->wait_until_seen(form->centre("Next"), "Next");
  const int before = form->count("press");
  auto agent = world->agent();
  int executed = 0;
  Verdict last;
  for (int i = 0; i < 100; ++i) {
    last = agent.act(click(form->centre("Next")));
    if (!last.executed()) break;
    ++executed;
  }
  EXPECT_EQ(last.text("decision"), "block") << last;
  EXPECT_EQ(last.text("code"), "audit_unwritable") << last;
  EXPECT_TRUE(says(last.text("reason"), {disk.path(), "disk space"}));
  EXPECT_TRUE(says(world->ctl({"status"}).output, {disk.path(), "disk space"}));
  EXPECT_GT(executed, 0);

  // When there is room again, it continues without a restart.
  std::filesystem::remove(disk.path() + "/filler");
  EXPECT_TRUE(agent.act(click(form->centre("Next"))).executed());
  EXPECT_FALSE(says(world->ctl({"status"}).output, {"disk space"}));
  EXPECT_TRUE(eventually([&] { return form->count("press") == before + executed + 1; }))
      << form->count("press") - before << " of " << executed + 1;
}

TEST_F(Missing, RightToWriteTheAuditLog) {
  const SmallDisk disk(world->desktop().dir() + "/read-only", "mode=700");
  const auto folder = disk.path() + "/audit";
  std::filesystem::create_directories(folder);
  if (disk.made()) {
    ASSERT_TRUE(disk.make_read_only());  // root can write everywhere else
  } else {
    std::filesystem::permissions(folder, std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  }
  const int before = form->count("press");
  world->launch_daemon({}, {"--audit-dir", folder});
  ASSERT_TRUE(world->wait_until_serving()) << world->daemon_log();
  const auto done = world->agent().act(click(form->centre("Next")));
  EXPECT_EQ(done.text("decision"), "block") << done;
  EXPECT_EQ(done.text("code"), "audit_unwritable") << done;
  EXPECT_TRUE(says(done.text("reason"), {folder, "writable"}));
  EXPECT_TRUE(says(world->daemon_log(), {folder, "writable"}));
  EXPECT_TRUE(says(world->ctl({"status"}).output, {folder, "writable"}));
  EXPECT_EQ(form->count("press"), before);
}

TEST_F(Missing, AWholePolicy) {
  world->write_policy("preset: default\nconfidence_treshold: 0.9\n");
  world->launch_daemon();
  EXPECT_NE(world->daemon().wait(), 0) << "a broken policy is not replaced by another one";
  EXPECT_TRUE(says(world->daemon_log(),
                   {"policy.yaml:2:1", "unknown key 'confidence_treshold'", "did you mean 'confidence_threshold'"}));

  // A running daemon keeps its policy.
  world->start_daemon(quick);
  world->write_policy("preset: default\nblocklist_patterns: ['(unclosed']\n");
  const auto reload = world->ctl({"reload"});
  EXPECT_NE(reload.code, 0);
  EXPECT_TRUE(says(reload.output, {"policy.yaml:2"}));
  auto unsure = click(form->centre("Next"));
  unsure["confidence"] = 0.5;
  EXPECT_EQ(world->agent().act(unsure, {{"dry_run", true}}).text("rule"), "confidence");

  // It loads a valid one, by the method and by the signal.
  world->write_policy("preset: default\nconfidence_threshold: 0.4\n");
  EXPECT_EQ(world->ctl({"reload"}).code, 0);
  EXPECT_NE(world->agent().act(unsure, {{"dry_run", true}}).text("rule"), "confidence");
  world->write_policy("preset: default\nconfidence_threshold: 0.6\n");
  ASSERT_EQ(world->ctl({"reload"}).code, 0);
  EXPECT_TRUE(eventually([&] { return world->agent().act(unsure, {{"dry_run", true}}).text("rule") == "confidence"; }));
}

}  // namespace
}  // namespace interlock::test
