// Windows that an agent renames: inspected with xprop, and later actions in them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/e2e_app.h"
#include "tests/e2e/e2e_xdotool.h"

namespace interlock::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string xdotool_rename_policy = "preset: default\ndaemon:\n  prompt_timeout_s: 1\n";

json::object rename_to(unsigned long window, std::string_view key, std::string_view name) {
  return {{"type", "rename_window"}, {"window", window}, {key, name}};
}

class RenamedWindow : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.desktop = {}, .policy = xdotool_rename_policy});
  }
  static void TearDownTestSuite() { world.reset(); }

  static Ran run(const std::string& line) { return Xdotool(*world).guarded(line); }
  /// What another program sees of the window.
  static std::string seen(unsigned long window) {
    return world->desktop().output({"xprop", "-id", std::to_string(window), "WM_NAME", "_NET_WM_NAME", "WM_ICON_NAME",
                                    "WM_WINDOW_ROLE", "WM_CLASS"});
  }

  static std::unique_ptr<World> world;
};

std::unique_ptr<World> RenamedWindow::world;

TEST_F(RenamedWindow, HasTheGivenNames) {
  const Terminal terminal(world->desktop());
  const std::string id = std::to_string(terminal.window());
  const Ran all =
      run("set_window --name 'A name' --icon-name Icon --role a-role --class Klass --classname inner " + id);
  EXPECT_EQ(all, (Ran{0, "", ""}));
  EXPECT_THAT(seen(terminal.window()),
              AllOf(HasSubstr("WM_NAME(STRING) = \"A name\""), HasSubstr("_NET_WM_NAME(UTF8_STRING) = \"A name\""),
                    HasSubstr("WM_ICON_NAME(STRING) = \"Icon\""), HasSubstr("WM_WINDOW_ROLE(STRING) = \"a-role\""),
                    HasSubstr("WM_CLASS(STRING) = \"inner\", \"Klass\"")));
  // The rest stays, and the commands of the chain continue.
  const Ran chain =
      run("search --name '^A name$' set_window --class Other set_window --name 'größer' %@ getwindowname");
  EXPECT_EQ(chain, (Ran{0, "größer\n", ""}));
  EXPECT_THAT(seen(terminal.window()),
              AllOf(HasSubstr("WM_CLASS(STRING) = \"inner\", \"Other\""), HasSubstr("WM_ICON_NAME(STRING) = \"Icon\""),
                    HasSubstr("_NET_WM_NAME(UTF8_STRING) = \"größer\"")));
  EXPECT_EQ(run("search --class '^Other$'").out, id + "\n");
  EXPECT_THAT(world->audit(), HasSubstr("\"rename_window\""));
}

TEST_F(RenamedWindow, AsksBeforeAnythingIsDoneInIt) {
  const Terminal terminal(world->desktop());
  Agent renames = world->agent("renames"), acts = world->agent("acts");
  EXPECT_TRUE(acts.act(type("a")).executed());
  EXPECT_TRUE(renames.act(rename_to(terminal.window(), "title", "Notes")).executed());

  const Verdict asked = acts.act(type("b"));
  EXPECT_EQ(asked.text("code"), "renamed_window") << asked;
  EXPECT_FALSE(asked.executed());
  EXPECT_THAT(asked.text("reason"), HasSubstr("before that it was \"terminal"));
  EXPECT_TRUE(acts.act({{"type", "move"}, {"x", 5}, {"y", 5}}).executed());
  EXPECT_TRUE(renames.act(rename_to(terminal.window(), "title", "terminal")).executed());
  EXPECT_EQ(acts.act(type("b")).text("code"), "renamed_window") << "the first name again is an agent's word, too";
  EXPECT_TRUE(terminal.holds("a")) << terminal.text();
}

// A program with another name, whose window is a terminal only by its class.
TEST_F(RenamedWindow, IsStillTheTerminalThatItWas) {
  const std::string program = world->desktop().dir() + "/draws", file = world->desktop().dir() + "/drawn";
  world->desktop().output({"cp", "/usr/bin/xterm", program});
  const Process draws = world->desktop().start(
      {program, "-T", "draws", "-e", "sh", "-c", "stty -icanon min 1; exec cat >'" + file + "'"});
  const auto window = window_titled(world->desktop(), "draws");
  focus_window(world->desktop(), window);
  Agent agent = world->agent();
  EXPECT_TRUE(agent.act(type("rm -rf /")).executed());
  EXPECT_TRUE(agent.act(rename_to(window, "class", "Notes")).executed());
  const Verdict refused = agent.act(key("Return"));
  EXPECT_EQ(refused.text("decision"), "block") << refused;
  EXPECT_EQ(refused.text("rule"), "command") << refused;
  EXPECT_TRUE(eventually([&] { return read_file(file) == "rm -rf /"; })) << read_file(file);
}

TEST_F(RenamedWindow, IsKnownToTheNextDaemon) {
  const Terminal terminal(world->desktop());
  EXPECT_TRUE(world->agent().act(rename_to(terminal.window(), "title", "Notes")).executed());
  world->start_daemon(xdotool_rename_policy);
  EXPECT_EQ(world->agent().act(type("b")).text("code"), "renamed_window");
  EXPECT_EQ(terminal.text(), "");
}

TEST_F(RenamedWindow, AWindowOnlyForPeopleKeepsItsName) {
  const Process prompt =
      world->desktop().start({"xterm", "-class", "Pinentry", "-T", "a secret prompt", "-e", "sleep", "60"});
  const auto window = window_titled(world->desktop(), "a secret prompt");
  const std::string before = seen(window);
  const Ran refused = run("set_window --name harmless --class XTerm " + std::to_string(window));
  EXPECT_EQ(refused.code, 77) << refused;
  EXPECT_EQ(seen(window), before);

  const Terminal terminal(world->desktop());
  for (const std::string& name : {std::string("--class Pinentry "), std::string("--name 'interlockctl watch' ")}) {
    const Ran into = run("set_window " + name + std::to_string(terminal.window()));
    EXPECT_EQ(into.code, 77) << into;
  }
  EXPECT_THAT(seen(terminal.window()), AllOf(Not(HasSubstr("Pinentry")), Not(HasSubstr("watch"))));
}

TEST_F(RenamedWindow, CanBeRenamedAsOftenAsItsNamesCanBeKept) {
  const Terminal terminal(world->desktop());
  Agent agent = world->agent();
  for (int i = 0; i < 16; ++i) {
    EXPECT_TRUE(agent.act(rename_to(terminal.window(), "title", "name " + std::to_string(i))).executed()) << i;
  }
  const Verdict refused = agent.act(rename_to(terminal.window(), "title", "one too many"));
  EXPECT_FALSE(refused.executed());
  EXPECT_EQ(refused.reply.at("refusal").at("code"), "renamed_too_often");
  EXPECT_THAT(seen(terminal.window()), HasSubstr("name 15"));
}

}  // namespace
}  // namespace interlock::test
