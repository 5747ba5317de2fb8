// An agent that shells out to xdotool: its actions, and the messages if they are refused. Judged by the applications,
// the X server and the exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/e2e_x.h"
#include "tests/e2e/e2e_xdotool.h"

namespace interlock::test {
namespace {

using testing::HasSubstr;

const std::string xdotool_guard_policy =
    "preset: default\ndaemon:\n  prompt_timeout_s: 1\n  observation_deadline_ms: 5000\n";

std::string place(Point at) {
  return std::to_string(at.x) + " " + std::to_string(at.y);
}

class GuardedXdotool : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.policy = xdotool_guard_policy});
    form = std::make_unique<App>(start_gtk3(world->desktop()));
    world->wait_until_seen(form->centre("Next"), "Next");
  }
  static void TearDownTestSuite() {
    form.reset();
    world.reset();
  }
  static Ran run(const std::string& line, const Process::Environment& more = {}) {
    return Xdotool(*world).guarded(line, more);
  }
  static void expect_done(const std::string& line) {
    const Ran done = run(line);
    EXPECT_EQ(done.code, 0) << line << "\n" << done;
  }

  static std::unique_ptr<World> world;
  static std::unique_ptr<App> form;
};

std::unique_ptr<World> GuardedXdotool::world;
std::unique_ptr<App> GuardedXdotool::form;

TEST_F(GuardedXdotool, RefusesAnotherDisplayThanTheGuardedOne) {
  const Ran other = run("getmouselocation", {{"DISPLAY", ":4711"}});
  EXPECT_EQ(other.code, 1) << other;
  EXPECT_THAT(other.err, HasSubstr("interlock guards " + world->desktop().display()));
  EXPECT_EQ(other.out, "");
  EXPECT_EQ(run("getmouselocation", {{"DISPLAY", world->desktop().display() + ".0"}}).code, 0);
}

// The command lines of a public agent demo's computer tool, as it passes them to a shell.
TEST_F(GuardedXdotool, DoesTheCommandsOfAnAgentDemo) {
  Xdotool xdotool(*world);
  const Point next = form->centre("Next");
  const auto shell = [&](const std::string& command) {
    const Ran done = xdotool.shell(Which::guarded, command);
    EXPECT_EQ(done.code, 0) << command << "\n" << done;
    return done.out;
  };
  X x(world->desktop().display());
  shell("xdotool mousemove --sync 640 700");
  EXPECT_EQ(x.pointer(), (Point{640, 700}));
  EXPECT_EQ(shell("xdotool getmouselocation --shell").substr(0, 12), "X=640\nY=700\n");

  const int before = form->count("clicked", "Next");
  shell("xdotool mousemove --sync " + place(next) + " click 1");
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Next") == before + 1; }));
  shell("xdotool click --repeat 2 --delay 10 1");
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Next") == before + 3; }));
  shell("xdotool mousedown 1 mousemove --sync 700 710 mouseup 1");
  EXPECT_FALSE(x.anything_down());

  Terminal terminal(world->desktop());
  const std::string text =
      "The quick brown fox jumps over the lazy dog: 'it\"s' #1 & 2; "
      "twice fifty characters and a few more, umlaut \xc3\xa4.";
  for (std::size_t from = 0; from < text.size(); from += 50) {
    std::string chunk = text.substr(from, 50), quoted = "'";
    for (const char c : chunk) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    shell("xdotool type --delay 12 -- " + quoted + "'");
  }
  EXPECT_TRUE(terminal.holds(text)) << terminal.text();
  shell("xdotool key -- Return");
  shell("xdotool key ctrl+a BackSpace");
  shell("xdotool click 4");
  shell("xdotool click --repeat 5 5");
}

TEST_F(GuardedXdotool, TypesWhatItIsGiven) {
  Terminal terminal(world->desktop());
  expect_done("type hello ' ' world");
  EXPECT_TRUE(terminal.holds("hello world")) << terminal.text();
  expect_done("type --args 1 ! getmouselocation");
  expect_done("type --terminator END ? END sleep 0");
  Xdotool xdotool(*world);
  EXPECT_EQ(xdotool.shell(Which::guarded, "printf 'from stdin' | xdotool type --file -").code, 0);
  EXPECT_TRUE(terminal.holds("hello world!?from stdin")) << terminal.text();
  expect_done("key --repeat 3 --delay 5 x y");
  expect_done("keydown shift key z keyup shift key z");
  expect_done("keydown shift key --clearmodifiers c keyup shift");
  EXPECT_TRUE(terminal.holds("hello world!?from stdinxyxyxyZzc")) << terminal.text();
  // Another window has the focus: the text goes to the named window, and the focus is moved back.
  focus_window(world->desktop(), window_titled(world->desktop(), "GTK form"));
  expect_done("type --window " + std::to_string(terminal.window()) + " here");
  EXPECT_TRUE(terminal.holds("hello world!?from stdinxyxyxyZzchere")) << terminal.text();
  EXPECT_NE(run("getwindowfocus").out, std::to_string(terminal.window()) + "\n");
}

TEST_F(GuardedXdotool, SplitCommandsAreJudgedWhole) {
  Terminal terminal(world->desktop());
  const std::string command = "rm -rf --no-preserve-root --one-file-system --verbose -- /home/somebody/documents/";
  ASSERT_GT(command.size(), 50U);
  expect_done("type --delay 12 -- '" + command.substr(0, 50) + "'");
  expect_done("type --delay 12 -- '" + command.substr(50) + "'");
  EXPECT_TRUE(terminal.holds(command)) << terminal.text();
  const Ran refused = run("key Return");
  EXPECT_EQ(refused.code, 77) << refused;
  EXPECT_THAT(refused.err, HasSubstr("interlock"));
  const Ran typed = run("type '\n'");
  EXPECT_EQ(typed.code, 77) << typed;
  EXPECT_EQ(terminal.text(), command);
}

TEST_F(GuardedXdotool, PressesOutliveTheProcess) {
  X x(world->desktop().display());
  expect_done("mousemove 640 700 mousedown 1");
  EXPECT_TRUE(x.anything_down());
  expect_done("mousemove 660 720");
  EXPECT_TRUE(x.anything_down());
  expect_done("mouseup 1");
  EXPECT_FALSE(x.anything_down());
  expect_done("keydown shift");
  EXPECT_TRUE(x.is_down("Shift_L"));
  expect_done("keyup shift");
  EXPECT_FALSE(x.is_down("Shift_L"));
}

TEST_F(GuardedXdotool, SaysWhyItWasBlockedOrDenied) {
  const auto prompted = form->centre("Submit Order");
  const int before = form->count("clicked", "Submit Order");
  const Ran denied = run("mousemove " + place(prompted) + " click 1 mousemove 1 1");
  EXPECT_EQ(denied.code, 77) << denied;
  EXPECT_THAT(denied.err, HasSubstr("not approved"));
  EXPECT_EQ(form->count("clicked", "Submit Order"), before);
  EXPECT_EQ(X(world->desktop().display()).pointer(), prompted) << "the chain went on";

  const Ran chord = run("key ctrl+alt+F2");
  EXPECT_EQ(chord.code, 77) << chord;
  EXPECT_THAT(chord.err, HasSubstr("blocked by interlock"));

  const Ran scope = run("key Return", {{"INTERLOCK_SCOPE", "read"}});
  EXPECT_EQ(scope.code, 77) << scope;
  EXPECT_THAT(scope.err, HasSubstr("scope"));
  const Ran wrong = run("key Return", {{"INTERLOCK_SCOPE", "everything"}});
  EXPECT_EQ(wrong.code, 1) << wrong;
}

TEST_F(GuardedXdotool, ReportsUnsupportedCommands) {
  for (const char* line : {"selectwindow", "behave 1 focus getmouselocation", "behave_screen_edge top sleep 1",
                           "set_window --overrideredirect 1 1", "set_window --urgency 1 1", "windowreparent 1 2",
                           "mousemove --screen 1 5 5", "click 99"}) {
    const Ran refused = run(line);
    EXPECT_EQ(refused.code, 1) << line;
    EXPECT_THAT(refused.err, HasSubstr("not supported")) << line;
    EXPECT_EQ(refused.out, "") << line;
  }
  const Terminal terminal(world->desktop());
  const Ran key = run("key no_such_key_at_all");
  EXPECT_EQ(key.code, 1) << key;
  EXPECT_THAT(key.err, HasSubstr("no key")) << key;
}

// A window that only people may use: it has the class of a password prompt.
TEST_F(GuardedXdotool, DoesNotSeeOrTouchPrompts) {
  Process prompt =
      world->desktop().start({"xterm", "-class", "Pinentry", "-T", "a secret prompt", "-e", "sleep", "60"});
  const auto window = window_titled(world->desktop(), "a secret prompt");
  const std::string id = std::to_string(window);
  const auto rect = window_rect(world->desktop(), window);
  EXPECT_EQ(run("search --name 'a secret prompt'").code, 1);
  EXPECT_EQ(run("search --class pinentry").out, "");
  EXPECT_EQ(run("getwindowname " + id).code, 1);
  for (const std::string& line : std::vector<std::string>{
           "windowmove " + id + " 1 1", "windowunmap " + id, "windowminimize " + id, "windowclose " + id,
           "windowkill " + id, "set_window --name x " + id, "windowactivate " + id}) {
    const Ran refused = run(line);
    EXPECT_EQ(refused.code, 77) << line << "\n" << refused;
  }
  EXPECT_EQ(window_rect(world->desktop(), window), rect);
  EXPECT_TRUE(prompt.running());
}

TEST_F(GuardedXdotool, ClosesWindowsAsAPersonWould) {
  Process saved = world->desktop().start({"xterm", "-T", "all saved", "-e", "sleep", "60"});
  const auto plain = window_titled(world->desktop(), "all saved");
  expect_done("windowclose " + std::to_string(plain));
  EXPECT_TRUE(eventually([&] { return !saved.running(); }));

  Process unsaved = world->desktop().start({"xterm", "-T", "*report.txt - Mousepad", "-e", "sleep", "60"});
  const auto edited = window_titled(world->desktop(), "report.txt - Mousepad");
  const Ran refused = run("windowclose " + std::to_string(edited));
  EXPECT_EQ(refused.code, 77) << refused;
  EXPECT_THAT(refused.err, HasSubstr("unsaved"));
  EXPECT_EQ(run("windowkill " + std::to_string(edited)).code, 77);
  EXPECT_TRUE(unsaved.running());
  EXPECT_THAT(world->audit(), HasSubstr("\"close_window\""));
}

TEST_F(GuardedXdotool, EndsWithTheDaemonOrTheSession) {
  Xdotool xdotool(*world);
  {
    Process chain = xdotool.start(Which::guarded, "xdotool mousemove 5 5 sleep 1 mousemove 9 9");
    X x(world->desktop().display());
    ASSERT_TRUE(eventually([&] { return x.pointer() == Point{5, 5}; }));
    EXPECT_EQ(world->ctl({"halt"}).code, 0);
    EXPECT_EQ(chain.wait(), 77) << xdotool.errors();
    EXPECT_THAT(xdotool.errors(), HasSubstr("halted"));
    EXPECT_EQ(x.pointer(), (Point{5, 5}));
  }
  {
    Process chain = xdotool.start(Which::guarded, "xdotool mousemove 7 7 sleep 1 mousemove 9 9");
    X x(world->desktop().display());
    ASSERT_TRUE(eventually([&] { return x.pointer() == Point{7, 7}; }));
    world->start_daemon(xdotool_guard_policy);
    EXPECT_EQ(chain.wait(), 69) << xdotool.errors();
    EXPECT_THAT(xdotool.errors(), HasSubstr("interlockd"));
    EXPECT_EQ(x.pointer(), (Point{7, 7}));
  }
  const Ran nobody = run("mousemove 1 1", {{"INTERLOCK_SOCKET_DIR", "/nowhere"}});
  EXPECT_EQ(nobody.code, 69) << nobody;
  EXPECT_THAT(nobody.err, HasSubstr("is interlockd running?"));
  EXPECT_EQ(run("help", {{"INTERLOCK_SOCKET_DIR", "/nowhere"}}).code, 0);
}

}  // namespace
}  // namespace interlock::test
