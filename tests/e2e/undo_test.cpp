// What an agent's command line destroys in a real terminal is kept before, and brought back by `interlockctl undo`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string content(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

class Undo : public testing::Test {
 protected:
  Undo() : project(world.desktop().dir() + "/project") {
    fs::create_directories(project + "/photos/obj");
    std::ofstream(project + "/photos/app") << "the program";
    std::ofstream(project + "/photos/obj/a.o") << std::string(10'000, 'a');
    std::ofstream(project + "/.env") << "TOKEN=1";
    fs::last_write_time(project + "/photos/app", fs::file_time_type::clock::now() - std::chrono::hours(1000));
    written = fs::last_write_time(project + "/photos/app");
    terminal.emplace(world.desktop().start({"xterm", "-T", "shell", "-geometry", "80x20+100+100", "-e", "sh", "-c",
                                            "cd '" + project + "' && exec env PS1='$ ' bash --norc --noprofile -i"}));
    focus_window(world.desktop(), window_titled(world.desktop(), "shell"));
  }

  /// Types the line and its Return; the person says yes to whatever is asked.
  Verdict run(const std::string& line) {
    auto agent = world.agent();
    const auto typed = agent.act(type(line));
    EXPECT_TRUE(typed.executed()) << typed;
    auto asked = agent.act_later(key("Return"));
    const std::string id = world.pending_id();
    question = json::parse(world.ctl({"pending", "--json"}).output).at("pending").at(0).as_object();
    EXPECT_EQ(world.ctl({"approve", id}).code, 0);
    return asked.get();
  }
  std::string said() const { return std::string(question.at("undo").as_string()); }
  static std::string entry_of(const Verdict& done) {
    const auto* undo = done.reply.if_contains("undo");
    const auto* entry = undo != nullptr && undo->is_object() ? undo->get_object().if_contains("entry") : nullptr;
    return entry == nullptr ? "" : std::string(entry->as_string());
  }

  const std::string common =
      "preset: default\ndaemon:\n  prompt_timeout_s: 60\n  observation_deadline_ms: 5000\nrollback:\n  max_mb: 1\n";
  World world{{.policy = common}};
  std::string project;
  fs::file_time_type written;
  std::optional<Process> terminal;
  json::object question;
};

TEST_F(Undo, BringsBackAFolderThatAnAgentDeletedInXterm) {
  const auto done = run("rm -rf photos");
  EXPECT_THAT(said(), HasSubstr("It can be undone: 4 files, 10 kB are kept for 24 hours"));
  ASSERT_TRUE(done.executed()) << done;
  ASSERT_TRUE(eventually([&] { return !fs::exists(project + "/photos"); }));
  const std::string id = entry_of(done);
  ASSERT_NE(id, "") << done;

  EXPECT_THAT(world.ctl({"undo", "--list"}).output, HasSubstr(id));
  EXPECT_THAT(world.ctl({"undo", "--show", id}).output, HasSubstr("would be brought back"));
  EXPECT_FALSE(fs::exists(project + "/photos"));
  const auto undone = world.ctl({"undo", id});
  EXPECT_EQ(undone.code, 0) << undone.output;
  EXPECT_EQ(content(project + "/photos/app"), "the program");
  EXPECT_EQ(content(project + "/photos/obj/a.o"), std::string(10'000, 'a'));
  EXPECT_EQ(fs::last_write_time(project + "/photos/app"), written);
  EXPECT_THAT(world.ctl({"explain", id}).output, HasSubstr("interlockctl undo " + id));
  EXPECT_THAT(world.audit(), HasSubstr("\"undone\""));
}

// A build's folder can be made again, so deleting it needs no question; it is kept all the same.
TEST_F(Undo, BringsBackWhatNeededNoQuestion) {
  fs::create_directories(project + "/build");
  std::ofstream(project + "/build/app") << "built";
  auto agent = world.agent();
  EXPECT_TRUE(agent.act(type("rm -rf build")).executed());
  const auto done = agent.act(key("Return"));
  EXPECT_EQ(done.text("decision"), "allow") << done;
  ASSERT_TRUE(eventually([&] { return !fs::exists(project + "/build"); }));
  EXPECT_EQ(world.ctl({"undo", entry_of(done)}).code, 0);
  EXPECT_EQ(content(project + "/build/app"), "built");
  const auto tuned = world.ctl({"tune"});
  EXPECT_EQ(tuned.code, 0) << tuned.output;
  EXPECT_THAT(tuned.output, HasSubstr("done without a question and taken back"));
}

TEST_F(Undo, NewerContentIsKeptAsWell) {
  const auto done = run("rm photos/app");
  ASSERT_TRUE(eventually([&] { return !fs::exists(project + "/photos/app"); }));
  std::ofstream(project + "/photos/app") << "newer";
  const auto undone = world.ctl({"undo", entry_of(done)});
  EXPECT_EQ(undone.code, 0) << undone.output;
  EXPECT_THAT(undone.output, HasSubstr("had another content"));
  EXPECT_EQ(content(project + "/photos/app"), "the program");
  EXPECT_EQ(world.ctl({"undo", entry_of(done) + "-undone"}).code, 0);
  EXPECT_EQ(content(project + "/photos/app"), "newer");
}

TEST_F(Undo, TheQuestionSaysWhatCannotBeUndoneAndWhy) {
  EXPECT_EQ(entry_of(run("f=photos; rm -rf \"$(cat name)\"")), "");
  EXPECT_THAT(said(), HasSubstr("It cannot be undone: it names files that are only known when the line runs"));
}

TEST_F(Undo, SecretsAreNotCopied) {
  const auto done = run("rm -rf ../project/.env ../project/photos");
  EXPECT_THAT(said(), HasSubstr("It can be undone in part"));
  ASSERT_TRUE(eventually([&] { return !fs::exists(project + "/.env"); }));
  EXPECT_EQ(world.ctl({"undo", entry_of(done)}).code, 0);
  EXPECT_FALSE(fs::exists(project + "/.env"));
  EXPECT_TRUE(fs::exists(project + "/photos/app"));
}

// The person was told that it can be undone; then more is there than may be kept.
TEST_F(Undo, APromiseThatCannotBeKeptIsAskedAboutAgain) {
  auto agent = world.agent();
  EXPECT_TRUE(agent.act(type("rm -rf photos")).executed());
  auto asked = agent.act_later(key("Return"));
  const std::string first = world.pending_id();
  EXPECT_THAT(world.ctl({"pending"}).output, HasSubstr("It can be undone"));
  std::ofstream(project + "/photos/large") << std::string(2 << 20, 'x');
  EXPECT_EQ(world.ctl({"approve", first}).code, 0);
  ASSERT_TRUE(
      eventually([&] { return world.ctl({"pending"}).output.find("It cannot be undone") != std::string::npos; }));
  EXPECT_TRUE(fs::exists(project + "/photos/app")) << "nothing was done before the second answer";
  EXPECT_EQ(world.ctl({"approve", world.pending_id()}).code, 0);
  EXPECT_TRUE(asked.get().executed());
  EXPECT_TRUE(eventually([&] { return !fs::exists(project + "/photos"); }));
}

/// What happens to a deletion that was approved as one that can be undone, and then cannot be.
class BrokenPromise : public Undo {
 protected:
  Verdict approved_with(const std::string& if_not_kept) {
    world.start_daemon(common + "  if_not_kept: " + if_not_kept + "\n");
    auto agent = world.agent();
    EXPECT_TRUE(agent.act(type("rm -rf photos")).executed());
    auto asked = agent.act_later(key("Return"));
    const std::string id = world.pending_id();
    EXPECT_THAT(world.ctl({"pending"}).output, HasSubstr("It can be undone"));
    std::ofstream(project + "/photos/large") << std::string(2 << 20, 'x');
    EXPECT_EQ(world.ctl({"approve", id}).code, 0);
    return asked.get();
  }
};

TEST_F(BrokenPromise, IsRefusedIfThePolicySaysSo) {
  const auto refused = approved_with("refuse");
  EXPECT_FALSE(refused.executed()) << refused;
  ASSERT_TRUE(refused.reply.contains("refusal")) << refused;
  EXPECT_EQ(refused.reply.at("refusal").at("code").as_string(), "not_kept") << refused;
  EXPECT_THAT(json::serialize(refused.reply), HasSubstr("larger than 1 MB"));
  EXPECT_TRUE(fs::exists(project + "/photos/app"));
}

TEST_F(BrokenPromise, IsDoneIfThePolicySaysSo) {
  const auto done = approved_with("continue");
  EXPECT_TRUE(done.executed()) << done;
  EXPECT_EQ(entry_of(done), "") << done;
  EXPECT_THAT(json::serialize(done.reply), HasSubstr("larger than 1 MB")) << "the reply says that nothing is kept";
  EXPECT_TRUE(eventually([&] { return !fs::exists(project + "/photos"); }));
}

TEST_F(Undo, TooLargeIsRefusedWithTheReason) {
  std::ofstream(project + "/photos/large") << std::string(2 << 20, 'x');
  EXPECT_EQ(entry_of(run("rm -rf photos")), "");
  EXPECT_THAT(said(), HasSubstr("It cannot be undone: what would be lost is larger than 1 MB"));
}

TEST_F(Undo, BringsBackAnEditorsDocument) {
  const std::string letter = project + "/letter.txt";
  std::ofstream(letter) << "old";
  const auto editor = world.desktop().start({"mousepad", "--disable-server", letter});
  focus_window(world.desktop(), window_titled(world.desktop(), "letter.txt"));
  auto agent = world.agent();
  Verdict typed;
  ASSERT_TRUE(eventually([&] {
    typed = agent.act(type("new "));
    return typed.executed();
  })) << typed;
  const auto saved = agent.act(key("ctrl+s"));
  EXPECT_TRUE(saved.executed()) << saved;
  ASSERT_TRUE(eventually([&] { return content(letter).starts_with("new "); })) << saved;
  const std::string id = entry_of(typed).empty() ? entry_of(saved) : entry_of(typed);
  ASSERT_NE(id, "") << typed << saved;
  EXPECT_EQ(world.ctl({"undo", id}).code, 0);
  EXPECT_EQ(content(letter), "old");
}

TEST_F(Undo, ShowsTheTextThatAFieldHeld) {
  const App form(start_gtk3(world.desktop()));
  world.wait_until_seen(form.centre("Next"), "Next");
  focus_window(world.desktop(), window_titled(world.desktop(), "GTK form"));
  for (int i = 0; i < 12 && form.focus() != "note"; ++i) {
    const int before = form.count("focus");
    world.desktop().output({"xdotool", "key", "Tab"});
    eventually([&] { return form.count("focus") > before; });
  }
  ASSERT_EQ(form.focus(), "note");
  auto agent = world.agent();
  EXPECT_TRUE(agent.act(type("two pounds of tea")).executed());
  ASSERT_TRUE(eventually([&] { return form.text("note") == "two pounds of tea"; }));
  const auto typed = agent.act(type("coffee"));
  EXPECT_TRUE(typed.executed()) << typed;
  ASSERT_NE(entry_of(typed), "") << typed;
  EXPECT_THAT(world.ctl({"undo", entry_of(typed)}).output, HasSubstr("two pounds of tea"));

  // The steps of a form keep what its fields held.
  const std::string shown = agent.observe({}).text("text");
  const auto at = shown.find("two pounds of tea");
  ASSERT_NE(at, std::string::npos) << shown;
  std::string ref = shown.substr(shown.rfind('\n', at) + 1);
  ref.erase(0, ref.find('e'));
  ref.erase(ref.find(' '));
  const std::string before = form.text("note");
  const json::array fields = {{{"ref", ref}, {"value", "cocoa"}}};
  const auto filled = agent.act({{"type", "fill_form"}, {"fields", fields}});
  EXPECT_TRUE(filled.executed()) << filled;
  EXPECT_TRUE(eventually([&] { return form.text("note") == "cocoa"; })) << form.text("note");
  EXPECT_THAT(world.ctl({"undo", "--list", "--json"}).output, HasSubstr(before));
}

}  // namespace
}  // namespace interlock::test
