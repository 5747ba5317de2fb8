// The drop-in compared with the original: the same commands on the same desktop, compared by their output, their exit
// code and the X server's state afterwards.
#include <gtest/gtest.h>

#include <thread>
#include <utility>

#include "tests/e2e/e2e_x.h"
#include "tests/e2e/e2e_xdotool.h"

namespace interlock::test {
namespace {

class SameAsXdotool : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.policy = "preset: default\n"});
    Desktop& desktop = world->desktop();
    first = std::make_unique<Process>(start_xterm(desktop, desktop.dir() + "/first", "first one", "60x12+100+100"));
    second = std::make_unique<Process>(start_xterm(desktop, desktop.dir() + "/second", "second one", "50x10+600+400"));
    one = window_titled(desktop, "first one");
    two = window_titled(desktop, "second one");
  }
  static void TearDownTestSuite() {
    first.reset();
    second.reset();
    world.reset();
  }

  /// "ONE" and "TWO" stand for the windows.
  static std::string with_ids(std::string line) {
    for (const auto& [word, id] : {std::pair{"ONE", one}, {"TWO", two}}) {
      for (auto at = line.find(word); at != line.npos; at = line.find(word)) line.replace(at, 3, std::to_string(id));
    }
    return line;
  }

  /// The initial state of the desktop, whatever was done to it before.
  static void reset() {
    Xdotool xdotool(*world);
    const Ran done = xdotool.run(
        Which::original,
        with_ids("set_num_desktops 2 set_desktop_for_window ONE 0 set_desktop_for_window TWO 0 set_desktop 0 "
                 "windowmap ONE windowmap TWO windowsize ONE 400 200 windowsize TWO 300 150 windowmove ONE 100 100 "
                 "windowmove TWO 600 400 windowactivate TWO windowactivate ONE mousemove 300 250"));
    ASSERT_EQ(done.code, 0) << done;
    const bool settled = eventually([&] { return state().find("active=" + std::to_string(one)) != std::string::npos; });
    ASSERT_TRUE(settled) << state();
  }

  /// The state of the desktop, from the X server and the window manager.
  static std::string state() {
    X x(world->desktop().display());
    const auto at = x.pointer();
    const std::string ids = std::to_string(one) + " " + std::to_string(two);
    return "pointer=" + std::to_string(at.x) + "," + std::to_string(at.y) + "\n" +
           world->desktop().output(
               {"sh", "-c",
                "for w in " + ids +
                    "; do xwininfo -id $w | grep -E 'Absolute|Width|Height|Map State'; xprop -id $w _NET_WM_DESKTOP "
                    "WM_STATE; done; xprop -root _NET_CURRENT_DESKTOP _NET_NUMBER_OF_DESKTOPS; "
                    "xprop -root _NET_CLIENT_LIST_STACKING; echo active=$(printf %d $(xprop -root _NET_ACTIVE_WINDOW | "
                    "sed 's/.*# //')); echo focus=$(xdotool getwindowfocus)"});
  }

  static std::unique_ptr<World> world;
  static std::unique_ptr<Process> first, second;
  static unsigned long one, two;
};

std::unique_ptr<World> SameAsXdotool::world;
std::unique_ptr<Process> SameAsXdotool::first, SameAsXdotool::second;
unsigned long SameAsXdotool::one = 0, SameAsXdotool::two = 0;

TEST_F(SameAsXdotool, AnswersTheSame) {
  ASSERT_NO_FATAL_FAILURE(reset());
  Xdotool xdotool(*world);
  for (const char* line : {
           "getmouselocation",
           "getmouselocation --shell",
           "getmouselocation --shell --prefix A_",
           "mousemove 1200 850 getmouselocation",
           "mousemove 300 250 getmouselocation --sh",
           "getdisplaygeometry",
           "getdisplaygeometry --shell",
           "getactivewindow",
           "getwindowfocus",
           "getwindowfocus -f",
           "getactivewindow getwindowname",
           "getactivewindow getwindowname %1",
           "getwindowname ONE",
           "getwindowname TWO getwindowpid ONE",
           "getwindowpid ONE",
           "getwindowgeometry ONE",
           "getwindowgeometry --shell TWO",
           "getwindowgeometry --shell --prefix W TWO",
           "search --name 'first one'",
           "search --name 'FIRST|second'",
           "search --class xterm",
           "search --classname xterm",
           "search --onlyvisible --class XTerm",
           "search --onlyv --classn xterm",
           "search --name '^'",
           "search --maxdepth 0 .",
           "search --maxdepth 1 --name '^'",
           "search --maxdepth 2 --class '.'",
           "search --limit 1 --class xterm",
           "search --all --class xterm --name xterm",
           "search --any --name 'no such' --pid 1",
           "search --desktop 0 --class xterm",
           "search --desktop 1 --class xterm",
           "search --shell --prefix MY_ --class xterm",
           "search --name 'there is none'",
           "search first",
           "search --class xterm getwindowname %@",
           "search --class xterm getwindowname %2",
           "search --class xterm getwindowname %-1",
           "search --class xterm getwindowname %9",
           "search --class xterm getwindowgeometry %@",
           "get_desktop",
           "get_num_desktops",
           "get_desktop_for_window ONE",
           "set_desktop --relative 0 get_desktop",
           "exec --sync sh -c 'exit 3'",
           "exec --sync --args 2 echo ok getdisplaygeometry",
           "exec --sync --terminator END echo ok END getdisplaygeometry",
           "sleep 0.01 getdisplaygeometry",
       }) {
    const Ran wanted = xdotool.run(Which::original, with_ids(line));
    const Ran got = xdotool.guarded(with_ids(line));
    EXPECT_EQ(got.out, wanted.out) << line << "\n" << got.err;
    EXPECT_EQ(got.code, wanted.code) << line << "\n" << got.err;
  }
}

TEST_F(SameAsXdotool, RefusesTheSame) {
  ASSERT_NO_FATAL_FAILURE(reset());
  Xdotool xdotool(*world);
  for (const char* line : {"",
                           "no_such_command",
                           "getwindowname",
                           "getwindowname %1",
                           "windowactivate %@",
                           "click",
                           "click --bogus 1",
                           "click --repeat 0 1",
                           "mousemove",
                           "mousemove 1",
                           "mousemove restore",
                           "mousemove_relative 1",
                           "key",
                           "key --delay",
                           "key --repeat 0 a",
                           "keydown --window",
                           "type",
                           "type --args 3 a b",
                           "type --args 1 --terminator X a",
                           "search",
                           "search --name '('",
                           "windowmove 1",
                           "windowsize ONE 1",
                           "windowraise 1",
                           "set_desktop",
                           "exec",
                           "exec --sync --args 3 echo ok",
                           "sleep",
                           "/no/such/file"}) {
    const Ran wanted = xdotool.run(Which::original, with_ids(line));
    const Ran got = xdotool.guarded(with_ids(line));
    EXPECT_NE(wanted.code, 0) << line;
    EXPECT_EQ(got.code, wanted.code) << line << "\n" << got.err;
    EXPECT_FALSE(got.err.empty()) << line;
  }
  for (const char* command : {"getactivewindow", "search", "click", "key", "type", "windowmove", "set_window", "behave",
                              "selectwindow", "set_desktop_for_window"}) {
    const Ran got = xdotool.guarded(std::string(command) + " --help");
    EXPECT_EQ(got.code, 0) << got;
    EXPECT_EQ(got.out.find("Usage"), 0U) << got;
  }
}

TEST_F(SameAsXdotool, ChangesTheSame) {
  Xdotool xdotool(*world);
  for (const char* line : {
           "mousemove --sync 1279 899",
           "mousemove -- -5 5000",
           "mousemove 17 23 mousemove 40 50 mousemove restore",
           "mousemove --polar 90 100",
           "mousemove --window TWO --polar 180 30",
           "mousemove_relative -- -20 -15",
           "mousemove_relative 5000 5000",
           "windowmove --relative ONE 10 20",
           "windowsize --usehints ONE 70 20",
           "windowsize ONE 50% 30%",
           "windowunmap --sync ONE windowmap --sync ONE",
           "windowminimize --sync ONE",
           "windowraise TWO",
           "windowactivate --sync TWO",
           "search --name 'second one' windowactivate --sync windowmove 10 10",
           "set_desktop --relative 1",
           "set_num_desktops 3",
           "set_desktop_for_window TWO 1",
       }) {
    std::string wanted, got;
    ASSERT_NO_FATAL_FAILURE(reset());
    const Ran original = xdotool.run(Which::original, with_ids(line));
    // The window manager and the applications react with a delay; a state counts as final once it stays the same for a
    // while.
    ASSERT_TRUE(X(world->desktop().display()).await_window_manager());
    for (std::string before = "none"; before != wanted;) {
      std::this_thread::sleep_for(std::chrono::milliseconds{150});
      before = std::exchange(wanted, state());
    }
    ASSERT_NO_FATAL_FAILURE(reset());
    const Ran guarded = xdotool.guarded(with_ids(line));
    (void)eventually([&] { return (got = state()) == wanted; });
    EXPECT_EQ(got, wanted) << line << "\n" << guarded;
    EXPECT_EQ(guarded.code, original.code) << line << "\n" << guarded;
    EXPECT_EQ(guarded.out, original.out) << line;
  }
}

TEST_F(SameAsXdotool, ReadsScriptsTheSame) {
  ASSERT_NO_FATAL_FAILURE(reset());
  Xdotool xdotool(*world);
  const std::string script = world->desktop().dir() + "/script";
  const std::string write =
      "printf '%s\\n' '# a comment' '' 'search --name $1' \"getwindowname %1\" "
      "'  mousemove $2 \"30\"' 'getmouselocation' >" +
      script + "; ";
  for (const std::string& line :
       {"xdotool " + script + " 'first one' 40", "xdotool - none 40 <" + script, "xdotool " + script + " first"}) {
    const Ran wanted = xdotool.shell(Which::original, write + line);
    const Ran got = xdotool.shell(Which::guarded, write + line);
    EXPECT_EQ(got.out, wanted.out) << line << got.err;
    EXPECT_EQ(got.code, wanted.code) << line << got.err;
  }
}

}  // namespace
}  // namespace interlock::test
