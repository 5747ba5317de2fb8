// Labels that are read from the pixels of a Tk window, which is not on the accessibility bus.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <optional>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

const fs::path reader = fs::path(INTERLOCK_BINARY_DIR) / "libexec/interlock/interlock-sight";

App start_servers(Desktop& desktop) {
  const std::string log = desktop.dir() + "/servers.jsonl";
  App servers(desktop.start({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/fixtures/tk_servers.py", log}), log);
  servers.place("details");
  return servers;
}

/// The process that reads for the daemon; 0: none runs.
int reader_of(World& world) {
  const auto children = read_file("/proc/" + std::to_string(world.daemon().pid()) + "/task/" +
                                  std::to_string(world.daemon().pid()) + "/children");
  std::istringstream pids(children);
  for (int pid = 0; pids >> pid;) {
    if (read_file("/proc/" + std::to_string(pid) + "/comm") == "interlock-sight\n") return pid;
  }
  return 0;
}

class Labels : public testing::Test {
 protected:
  static constexpr const char* policy =
      "preset: default\ndaemon:\n  prompt_timeout_s: 60\n  observation_deadline_ms: 5000\n  prompt: window\n"
      "  denial_memory_s: 0\n  max_denials: 0\n";
  Labels() : world({.policy = policy}), servers(start_servers(world.desktop())) {
    focus_window(world.desktop(), window_titled(world.desktop(), "Server list"));
  }
  void SetUp() override {
    if (!fs::exists(reader)) GTEST_SKIP() << "tesseract was not found when this was built";
  }

  /// The verdict of a click that asks, and that a person denies.
  Verdict denied(Agent& agent, Point at) {
    auto asked = agent.act_later(click(at));
    world.ctl({"deny", world.pending_id()});
    return asked.get();
  }
  std::string observed(Agent& agent) { return agent.observe({{"title", "Server list"}}).text("text"); }
  /// The ref of a text that was read; waits until it is read.
  std::string ref_of(Agent& agent, const std::string& text) {
    std::string ref, seen;
    EXPECT_TRUE(eventually([&] {
      seen = observed(agent);
      const auto at = seen.find(" text \"" + text + "\"");
      if (at == std::string::npos) return false;
      const auto begin = seen.find_last_of(" \n", at - 1) + 1;
      ref = seen.substr(begin, at - begin);
      return true;
    })) << text
        << " is not in " << seen;
    return ref;
  }
  int reader_pid() { return reader_of(world); }

  World world;
  App servers;
};

TEST_F(Labels, AHarmlessOneNeedsNoQuestion) {
  auto agent = world.agent();
  const auto done = agent.act(click(servers.centre("details")));
  EXPECT_TRUE(done.executed()) << done;
  EXPECT_EQ(done.text("decision"), "allow") << done;
  EXPECT_TRUE(eventually([&] { return servers.count("pressed", "details") == 1; }));
  EXPECT_THAT(world.audit(), HasSubstr("\"label\":\"Show details\",\"source\":\"read\""));
  EXPECT_TRUE(agent.act(click(servers.centre("settings"))).executed());
  EXPECT_TRUE(eventually([&] { return servers.count("pressed", "settings") == 1; }));
}

TEST_F(Labels, AHarmfulOneAsksForWhatItSays) {
  auto agent = world.agent();
  const auto verdict = denied(agent, servers.centre("delete"));
  EXPECT_FALSE(verdict.executed()) << verdict;
  EXPECT_EQ(verdict.text("rule"), "irreversible") << verdict;
  EXPECT_THAT(verdict.text("reason"), HasSubstr("Delete server"));
  EXPECT_EQ(servers.count("pressed", "delete"), 0);
}

TEST_F(Labels, AnIconAndAWordThatOnlyAgreesAsk) {
  auto agent = world.agent();
  for (const char* name : {"icon", "ok"}) {
    const auto verdict = denied(agent, servers.centre(name));
    EXPECT_FALSE(verdict.executed()) << name << verdict;
    EXPECT_EQ(servers.count("pressed", name), 0);
  }
}

TEST_F(Labels, WhatStandsOnOtherButtonsIsNoQuestionThatAnOkAnswers) {
  auto agent = world.agent();
  const auto verdict = denied(agent, servers.centre("ok"));
  EXPECT_EQ(verdict.text("rule"), "context") << verdict;
  EXPECT_EQ(verdict.text("code"), "unknown_target") << verdict << "not because of \"Delete server\"";
}

TEST_F(Labels, AnOkIsJudgedByItsDialog) {
  auto agent = world.agent();
  ASSERT_TRUE(agent.act(click(servers.centre("ask"))).executed());
  const Point ok = servers.centre("dialog ok");
  const auto verdict = denied(agent, ok);
  EXPECT_EQ(verdict.text("rule"), "irreversible") << verdict;
  EXPECT_EQ(verdict.text("code"), "dialog") << verdict;
  EXPECT_EQ(servers.count("pressed", "dialog ok"), 0);
}

TEST_F(Labels, OneThatChangesWhenThePointerComesIsJudgedAgain) {
  auto agent = world.agent();
  const auto verdict = denied(agent, servers.centre("swapped"));
  EXPECT_FALSE(verdict.executed()) << verdict;
  EXPECT_EQ(verdict.text("rule"), "irreversible") << verdict;
  EXPECT_EQ(servers.count("pressed", "swapped"), 0);
}

TEST_F(Labels, BehindAnotherWindowIsNotReadThere) {
  // A window that no tree tells of covers the "server" of "Delete server".
  auto agent = world.agent();
  const Rect covered = servers.place("delete");
  const std::string log = world.desktop().dir() + "/cover.jsonl";
  const std::string at = std::to_string(covered.x + covered.width / 2 + 4) + "," + std::to_string(covered.y - 20);
  App cover(world.desktop().start({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/fixtures/tk_cover.py", log, at}),
            log);
  cover.place("cover");
  const auto verdict = denied(agent, {covered.x + 20, covered.y + covered.height / 2});
  EXPECT_FALSE(verdict.executed()) << verdict;
  EXPECT_EQ(servers.count("pressed", "delete"), 0);
}

TEST_F(Labels, AreObservedAndHaveRefs) {
  auto agent = world.agent();
  const std::string details = ref_of(agent, "Show details"), harmful = ref_of(agent, "Delete server");
  EXPECT_THAT(observed(agent), AllOf(HasSubstr("text \"Show details\", read ("), HasSubstr("\"Settings\"")));
  EXPECT_THAT(agent.observe({{"window", "all"}}).text("text"), HasSubstr("\"Settings\""));
  const auto done = agent.act({{"type", "click"}, {"ref", details}});
  EXPECT_TRUE(done.executed()) << done;
  EXPECT_TRUE(eventually([&] { return servers.count("pressed", "details") == 1; }));
  EXPECT_EQ(ref_of(agent, "Show details"), details) << "it is where it was";
  auto asked = agent.act_later({{"type", "click"}, {"ref", harmful}});
  world.ctl({"deny", world.pending_id()});
  EXPECT_EQ(asked.get().text("rule"), "irreversible");
  const auto typed = agent.act({{"type", "type"}, {"text", "a"}, {"ref", details}});
  EXPECT_EQ(typed.text("code"), "not_focusable") << typed;
}

TEST_F(Labels, AreFoundByWhatTheySay) {
  auto agent = world.agent();
  const auto done = agent.act({{"type", "click"}, {"text", "settings"}});
  EXPECT_TRUE(done.executed()) << done;
  EXPECT_TRUE(eventually([&] { return servers.count("pressed", "settings") == 1; }));
  EXPECT_EQ(agent.act({{"type", "click"}, {"text", "Restart"}}).text("code"), "no_such_text");
}

TEST_F(Labels, OneThatSaysSomethingElseNowIsStale) {
  auto agent = world.agent();
  const std::string history = ref_of(agent, "Show history");
  EXPECT_TRUE(
      agent.act({{"type", "move"}, {"x", servers.centre("swapped").x}, {"y", servers.centre("swapped").y}}).executed());
  EXPECT_NE(ref_of(agent, "Delete history"), history);
  const auto verdict = agent.act({{"type", "click"}, {"ref", history}});
  EXPECT_EQ(verdict.text("code"), "stale_ref") << verdict;
  EXPECT_EQ(servers.count("pressed", "swapped"), 0);
}

TEST_F(Labels, WhatAnActChangesIsReported) {
  auto agent = world.agent();
  ref_of(agent, "Show history");
  const Point at = servers.centre("swapped");
  const auto done = agent.act({{"type", "move"}, {"x", at.x}, {"y", at.y}}, {{"settle", 10'000}});
  const auto after = done.reply.at("after").as_object();
  EXPECT_EQ(after.at("what"), "changed") << done;
  EXPECT_TRUE(after.at("quiet").as_bool()) << done;
  EXPECT_THAT(std::string(after.at("text").as_string()),
              ContainsRegex(
                  "\n\\+ e[0-9]+ text \"Delete history\", read .*\nno longer shown: e[0-9]+ text \"Show history\"\n"));
}

TEST_F(Labels, BehindAnotherWindowAreNotListed) {
  auto agent = world.agent();
  const std::string harmful = ref_of(agent, "Delete server");
  const Rect covered = servers.place("delete");
  const std::string log = world.desktop().dir() + "/cover.jsonl";
  const std::string at = std::to_string(covered.x - 20) + "," + std::to_string(covered.y - 20);
  App cover(world.desktop().start({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/fixtures/tk_cover.py", log, at}),
            log);
  cover.place("cover");
  EXPECT_TRUE(eventually([&] { return observed(agent).find("Delete server") == std::string::npos; }));
  EXPECT_THAT(observed(agent), AllOf(HasSubstr("Settings"), Not(HasSubstr("Nothing"))));
  EXPECT_EQ(agent.act({{"type", "click"}, {"ref", harmful}}).text("code"), "stale_ref");
}

TEST_F(Labels, AKilledReaderIsStartedAgain) {
  auto agent = world.agent();
  ASSERT_TRUE(agent.act(click(servers.centre("details"))).executed());
  const int first = reader_pid();
  ASSERT_NE(first, 0);
  ::kill(first, SIGKILL);
  EXPECT_TRUE(eventually([&] { return reader_pid() != first; }));
  EXPECT_TRUE(eventually([&] {
    return agent.act(click(servers.centre("settings")), {{"dry_run", true}}).text("decision") == "allow";
  }));
  EXPECT_NE(reader_pid(), first);
}

TEST_F(Labels, WithAHungReaderEverythingAsks) {
  world.start_daemon("preset: default\ndaemon:\n  prompt_timeout_s: 60\n  prompt: window\n  denial_memory_s: 0\n");
  auto agent = world.agent();
  ASSERT_TRUE(eventually([&] {
    return agent.act(click(servers.centre("details")), {{"dry_run", true}}).text("decision") == "allow";
  }));
  const int hung = reader_pid();
  ASSERT_NE(hung, 0);
  ::kill(hung, SIGSTOP);
  const auto verdict = agent.act(click(servers.centre("settings")), {{"dry_run", true}});
  EXPECT_EQ(verdict.text("code"), "unknown_target") << verdict;
  EXPECT_TRUE(eventually([&] { return reader_pid() != hung; })) << "it is killed at the deadline";
  EXPECT_TRUE(world.daemon().running());
}

TEST_F(Labels, WithoutAReaderEverythingAsksAndStatusSaysWhy) {
  const auto alone = world.desktop().dir() + "/bin/interlockd";
  fs::create_directories(fs::path(alone).parent_path());
  fs::copy_file(INTERLOCK_BINARY_DIR "/daemon/interlockd", alone);
  world.daemon().signal(SIGTERM);
  world.daemon().wait();
  world.launch_daemon({}, {}, {"/bin/sh", "-c", "shift; exec '" + alone + "' \"$@\"", "sh"});
  ASSERT_TRUE(world.wait_until_serving()) << world.daemon_log();
  auto agent = world.agent();
  const auto verdict = agent.act(click(servers.centre("details")), {{"dry_run", true}});
  EXPECT_EQ(verdict.text("code"), "unknown_target") << verdict;
  EXPECT_THAT(world.ctl({"status"}).output, HasSubstr("interlock-sight"));
  EXPECT_THAT(world.ctl({"doctor"}).output, HasSubstr("labels are not read from pixels"));
}

TEST_F(Labels, TheDoctorNamesTheLanguagesThatAreRead) {
  EXPECT_THAT(world.ctl({"doctor"}).output, ContainsRegex("labels are read from pixels in: .*eng"));
}

TEST_F(Labels, TheReaderIsConfined) {
  auto agent = world.agent();
  ASSERT_TRUE(agent.act(click(servers.centre("details"))).executed());
  const std::string status = read_file("/proc/" + std::to_string(reader_pid()) + "/status");
  EXPECT_THAT(status, HasSubstr("Seccomp:\t2"));
  EXPECT_THAT(status, HasSubstr("NoNewPrivs:\t1"));
  EXPECT_THAT(status, HasSubstr("Threads:\t1"));
}

/// What `interlock-sight --check` prints.
std::string readable(Desktop& desktop) {
  return fs::exists(reader) ? desktop.output({reader.string(), "--check"}) : std::string();
}

/// English data reads Vietnamese letters as others, and is sure of them.
TEST(ForeignLabels, OfALanguageThatNothingReadsAsk) {
  World world(
      {.policy = "preset: default\ndaemon: {prompt_timeout_s: 60, observation_deadline_ms: 5000, prompt: window}\n"});
  if (!fs::exists(reader)) GTEST_SKIP() << "tesseract was not found when this was built";
  if (readable(world.desktop()).find("vie\n") != std::string::npos) GTEST_SKIP() << "tesseract has data for Vietnamese";
  const std::string log = world.desktop().dir() + "/labels.jsonl";
  const App labels(
      world.desktop().start({"env", "LANGUAGE=vi_VN", "/usr/bin/python3",
                             INTERLOCK_SOURCE_DIR "/tests/fixtures/tk_labels.py", log, "DejaVu Sans", "Show details"}),
      log);
  const Point at = labels.centre("Show details");
  focus_window(world.desktop(), window_titled(world.desktop(), "Labels"));
  auto agent = world.agent();
  auto asked = agent.act_later(click(at));
  world.ctl({"deny", world.pending_id()});
  EXPECT_EQ(asked.get().text("code"), "unknown_target");
  EXPECT_EQ(labels.count("pressed", "Show details"), 0);
}

/// Letters of one width line up at the border of a list wherever it is scrolled to, and words begin with capitals.
TEST(ScrolledLists, ARestOfARowThatLooksLikeATextAsks) {
  World world(
      {.policy = "preset: default\ndaemon: {prompt_timeout_s: 60, observation_deadline_ms: 5000, prompt: window}\n"});
  if (!fs::exists(reader)) GTEST_SKIP() << "tesseract was not found when this was built";
  const std::string order = world.desktop().dir() + "/lists.json";
  std::ofstream(order) << R"({"theme": {"page": "#f0f0f0", "control": "#ffffff", "edge": "#c0c0c0", "ink": "#101010",
    "family": "DejaVu Sans Mono", "size": 16, "dark": false}, "turn": 0, "lists": [)"
                       << R"({"kind": "listbox", "place": [16, 10, 300], "high": 4, "selected": null, "offset": 70,
    "rows": ["Remove Server", "Appearance", "Properties", "Navigation", "A row that is so long that the list can be scrolled"]},)"
                       << R"({"kind": "listbox", "place": [416, 10, 300], "high": 4, "selected": null, "offset": 0,
    "rows": ["Settings", "Appearance", "Properties", "Navigation", "A row that is so long that the list can be scrolled"]}]})";
  const auto lists = world.desktop().start({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/sight/list_tk.py", order});
  const auto window = window_titled(world.desktop(), "tk");
  focus_window(world.desktop(), window);
  const std::string info = world.desktop().output({"xwininfo", "-id", std::to_string(window)});
  const auto corner = [&](const std::string& name) { return std::stoi(info.substr(info.find(name) + name.size())); };
  const Point origin{corner("Absolute upper-left X:"), corner("Absolute upper-left Y:")};
  const auto first_row = [&](std::int32_t list) { return click(Point{origin.x + list + 40, origin.y + 22}); };
  auto agent = world.agent();
  const auto read = [&](const std::string& text) {
    return eventually([&] { return agent.observe({{"title", "tk"}}).text("text").find(text) != std::string::npos; });
  };
  ASSERT_TRUE(read("Settings"));
  const auto done = agent.act(first_row(416));
  EXPECT_TRUE(done.executed()) << done;
  auto asked = agent.act_later(first_row(16));
  world.ctl({"deny", world.pending_id()});
  EXPECT_EQ(asked.get().text("code"), "unknown_target");
  EXPECT_THAT(world.audit(), HasSubstr("\"label\":\"Server\",\"source\":\"read\""));
}

/// Every row has the same first word, and the list is scrolled to the blank behind it: only its scroll bar tells.
TEST(ScrolledLists, RowsWhoseFirstWordsAreAllHiddenAsk) {
  World world(
      {.policy = "preset: default\ndaemon: {prompt_timeout_s: 60, observation_deadline_ms: 5000, prompt: window}\n"});
  if (!fs::exists(reader)) GTEST_SKIP() << "tesseract was not found when this was built";
  const std::string order = world.desktop().dir() + "/lists.json";
  std::ofstream(order) << R"({"theme": {"family": "DejaVu Sans Mono", "size": 16, "dark": false}, "lists": [)"
                       << R"({"kind": "gtk", "place": [16, 10, 300], "high": 6, "selected": null, "offset": 67,
    "rows": ["Submit Database", "Submit Backup", "Submit Appearance", "Submit A row that is so long that the list can be scrolled"]},)"
                       << R"({"kind": "gtk", "place": [416, 10, 300], "high": 6, "selected": null, "offset": 0,
    "rows": ["Settings", "Appearance", "Navigation", "A row that is so long that the list can be scrolled"]}]})";
  const auto lists = world.desktop().start(
      {"env", "NO_AT_BRIDGE=1", "/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/sight/list_gtk.py", order});
  const auto window = window_titled(world.desktop(), "list_gtk.py");
  focus_window(world.desktop(), window);
  auto agent = world.agent();
  const auto read = [&](const std::string& text) {
    return eventually([&] {
      return agent.observe({{"title", "list_gtk.py"}}).text("text").find(text) != std::string::npos;
    });
  };
  ASSERT_TRUE(read("Settings"));
  const std::string info = world.desktop().output({"xwininfo", "-id", std::to_string(window)});
  const auto corner = [&](const std::string& name) { return std::stoi(info.substr(info.find(name) + name.size())); };
  const Point origin{corner("Absolute upper-left X:"), corner("Absolute upper-left Y:")};
  const auto first_row = [&](std::int32_t list) { return click(Point{origin.x + list + 40, origin.y + 24}); };
  const auto done = agent.act(first_row(416));
  EXPECT_TRUE(done.executed()) << done;
  auto asked = agent.act_later(first_row(16));
  world.ctl({"deny", world.pending_id()});
  EXPECT_EQ(asked.get().text("code"), "unknown_target");
  EXPECT_THAT(world.audit(), HasSubstr("\"label\":\"Database\",\"source\":\"read\""));
}

/// A window of a program whose language is Chinese; its labels are read by PP-OCR if that is there, else by tesseract.
class ChineseLabels : public testing::Test {
 protected:
  ChineseLabels()
      : world({.policy = "preset: default\ndaemon:\n  prompt_timeout_s: 60\n  observation_deadline_ms: 5000\n"
                         "  prompt: window\n"}) {}
  void SetUp() override {
    const std::string languages = readable(world.desktop());
    if (languages.find("chi_sim\n") == std::string::npos) GTEST_SKIP() << "tesseract has no data for Chinese";
    if (languages.find("ppocr: ok") == std::string::npos) {
      GTEST_SKIP() << "PP-OCR is not there (scripts/get-ppocr build/release/libexec/interlock/ppocr): " << languages;
    }
    const std::string log = world.desktop().dir() + "/labels.jsonl";
    labels.emplace(world.desktop().start({"env", "LANGUAGE=zh_CN", "/usr/bin/python3",
                                          INTERLOCK_SOURCE_DIR "/tests/fixtures/tk_labels.py", log,
                                          "WenQuanYi Micro Hei", plain, harmful}),
                   log);
    labels->place(plain);
    focus_window(world.desktop(), window_titled(world.desktop(), "Labels"));
  }

  static constexpr const char* plain = "显示工具栏";
  static constexpr const char* harmful = "删除服务器";
  World world;
  std::optional<App> labels;
};

TEST_F(ChineseLabels, AHarmlessOneNeedsNoQuestionAndAHarmfulOneAsks) {
  auto agent = world.agent();
  const auto done = agent.act(click(labels->centre(plain)));
  EXPECT_TRUE(done.executed()) << done;
  EXPECT_TRUE(eventually([&] { return labels->count("pressed", plain) == 1; }));
  EXPECT_THAT(world.audit(), HasSubstr("\"label\":\"显示工具栏\",\"source\":\"read\""));
  auto asked = agent.act_later(click(labels->centre(harmful)));
  world.ctl({"deny", world.pending_id()});
  EXPECT_EQ(asked.get().text("rule"), "irreversible");
  EXPECT_EQ(labels->count("pressed", harmful), 0);
}

TEST_F(ChineseLabels, TheirReaderIsConfined) {
  auto agent = world.agent();
  ASSERT_TRUE(agent.act(click(labels->centre(plain))).executed());
  const int pid = reader_of(world);
  EXPECT_THAT(read_file("/proc/" + std::to_string(pid) + "/cmdline"), HasSubstr("--chinese"));
  const std::string status = read_file("/proc/" + std::to_string(pid) + "/status");
  EXPECT_THAT(status, HasSubstr("Seccomp:\t2"));
  EXPECT_THAT(status, HasSubstr("Threads:\t1"));
}

}  // namespace
}  // namespace interlock::test
