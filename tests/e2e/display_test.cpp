// Programs that automate by X, unmodified, in the sandbox of `interlockctl run`: their input and pictures go through
// the guarded display. Judged by the applications, the X server and the programs' own output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "tests/e2e/e2e_picture.h"
#include "tests/e2e/e2e_terminal.h"
#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

namespace interlock::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string display_policy =
    "preset: default\ndaemon:\n  prompt_timeout_s: 1\n  observation_deadline_ms: 5000\n"
    "rules: [{when: {target.name: Danger}, decision: block, reason: too dangerous},\n"
    "        {when: {text: {matches: secret-to-type}}, decision: block, reason: not to be typed}]\n";

/// What Debian calls them; other systems may have them elsewhere.
bool has_program(const std::string& name) {
  return std::filesystem::exists("/usr/bin/" + name);
}
bool has_module(const std::string& name) {
  for (const char* folder : {"/usr/lib/python3/dist-packages/", "/usr/lib/python3/site-packages/"}) {
    if (std::filesystem::exists(folder + name)) return true;
  }
  return false;
}

class GuardedDisplay : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.policy = display_policy});
    form = std::make_unique<App>(start_gtk3_with(world->desktop(), {"button:Danger"}));
    world->wait_until_seen(form->centre("Next"), "Next");
    std::filesystem::create_directory(folder());
  }
  static void TearDownTestSuite() {
    form.reset();
    world.reset();
  }
  static std::string folder() { return world->desktop().dir() + "/given"; }
  /// In the sandbox, with a folder to write to.
  static CommandResult run(std::vector<std::string> command, const std::vector<std::string>& options = {}) {
    std::vector<std::string> all = {"run", "--bind", folder()};
    all.insert(all.end(), options.begin(), options.end());
    all.emplace_back("--");
    all.insert(all.end(), command.begin(), command.end());
    return world->ctl(all);
  }
  static CommandResult python(const std::string& script, const std::vector<std::string>& arguments = {}) {
    std::vector<std::string> command = {"/usr/bin/python3", "-c", script};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run(command);
  }
  static std::vector<std::string> words_of(Point at) { return {std::to_string(at.x), std::to_string(at.y)}; }
  static void expect_clicked(const std::string& button, int more, const std::function<void()>& act) {
    const int before = form->count("clicked", button);
    act();
    EXPECT_TRUE(eventually([&] { return form->count("clicked", button) == before + more; }))
        << form->count("clicked", button) - before << " clicks";
  }

  static inline std::unique_ptr<World> world;
  static inline std::unique_ptr<App> form;
};

/// python-xlib, as pyautogui uses it: the pointer to a place, and a click.
constexpr const char* xlib_click = R"py(
import sys
from Xlib import X, display
from Xlib.ext import xtest
d = display.Display()
for event, detail, place in ((X.MotionNotify, 0, True), (X.ButtonPress, 1, False), (X.ButtonRelease, 1, False)):
    xtest.fake_input(d, event, detail, **(dict(x=int(sys.argv[1]), y=int(sys.argv[2])) if place else {}))
    d.sync()
print('done', d.screen().width_in_pixels, d.get_atom_name(d.get_atom('_NET_ACTIVE_WINDOW')))
)py";

TEST_F(GuardedDisplay, PythonXlibClicks) {
  if (!has_module("Xlib")) GTEST_SKIP() << "python3-xlib is not installed";
  expect_clicked("Next", 1, [] {
    const auto done = python(xlib_click, words_of(form->centre("Next")));
    EXPECT_EQ(done.code, 0) << done.output;
    EXPECT_THAT(done.output, HasSubstr("done 1280 _NET_ACTIVE_WINDOW"));
  });
}

TEST_F(GuardedDisplay, ARefusedClickIsAnErrorWithTheReason) {
  if (!has_module("Xlib")) GTEST_SKIP() << "python3-xlib is not installed";
  expect_clicked("Danger", 0, [] {
    const auto refused = python(xlib_click, words_of(form->centre("Danger")));
    EXPECT_NE(refused.code, 0) << "the agent notices";
    EXPECT_THAT(refused.output, HasSubstr("BadAccess"));
    EXPECT_THAT(refused.output, HasSubstr("too dangerous"));
    EXPECT_THAT(refused.output, Not(HasSubstr("done")));
  });
}

TEST_F(GuardedDisplay, TheReasonOfARefusalIsSeenByThePersonWhoWatches) {
  if (!has_program("xdotool")) GTEST_SKIP() << "xdotool is not installed";
  OnTerminal watch(world->desktop(), {INTERLOCK_BINARY_DIR "/cli/interlockctl", "watch"});
  ASSERT_TRUE(watch.says("nothing waits for you"));
  const auto place = words_of(form->centre("Danger"));
  const auto refused = run({"/usr/bin/xdotool", "mousemove", place[0], place[1], "click", "1"});
  EXPECT_NE(refused.code, 0) << refused.output;
  EXPECT_TRUE(watch.says("too dangerous")) << watch.said();
}

TEST_F(GuardedDisplay, TheOriginalXdotoolTypesClicksAndFindsWindows) {
  if (!has_program("xdotool")) GTEST_SKIP() << "xdotool is not installed";
  const auto next = words_of(form->centre("Next"));
  expect_clicked("Next", 2, [&] {
    const auto done =
        run({"/usr/bin/xdotool", "mousemove", next[0], next[1], "click", "--repeat", "2", "1", "getmouselocation"});
    EXPECT_EQ(done.code, 0) << done.output;
    EXPECT_THAT(done.output, HasSubstr("x:" + next[0] + " y:" + next[1]));
  });
  Terminal terminal(world->desktop());
  const auto typed = run({"/usr/bin/xdotool", "type", "Hello, (World) \xe2\x82\xac \xc3\xa9"});
  EXPECT_EQ(typed.code, 0) << typed.output;
  EXPECT_TRUE(terminal.holds("Hello, (World) \xe2\x82\xac \xc3\xa9")) << terminal.text();
  const auto found = run({"/usr/bin/xdotool", "search", "--name", "^GTK form$"});
  EXPECT_THAT(found.output, HasSubstr(std::to_string(window_titled(world->desktop(), "GTK form"))));
  const auto active = run({"/usr/bin/xdotool", "getactivewindow", "getwindowname"});
  EXPECT_THAT(active.output, testing::StartsWith("terminal"));
  const auto refused = run({"/usr/bin/xdotool", "key", "ctrl+alt+Delete"});
  EXPECT_NE(refused.code, 0) << refused.output;
  EXPECT_THAT(refused.output, HasSubstr("interlock-display: "));
}

/// A program that takes a picture of the screen, in `file`; a shell command.
struct Camera {
  std::string name;
  bool is_module = false;  ///< of Python, else a program
  std::string command;
};
void PrintTo(const Camera& camera, std::ostream* out) {
  *out << camera.name;
}

const std::vector<Camera> cameras = {
    {"scrot", false, "scrot -o $file"},
    {"maim", false, "maim -u $file"},
    {"import", false, "import -window root -depth 8 png24:$file"},
    {"xwd", false, "xwd -root -silent | convert xwd:- png24:$file"},
    {"gnome-screenshot", false, "gnome-screenshot -f $file"},
    {"PIL", true, "/usr/bin/python3 -c \"from PIL import ImageGrab; ImageGrab.grab(xdisplay='').save('$file')\""},
};

class DisplayPictures : public GuardedDisplay, public testing::WithParamInterface<Camera> {
 protected:
  static void SetUpTestSuite() {
    GuardedDisplay::SetUpTestSuite();
    world->desktop().output({"xsetroot", "-cursor_name", "left_ptr"});
    const auto park = world->agent().act({{"type", "move"}, {"x", 1270}, {"y", 890}});
    ASSERT_TRUE(park.executed()) << park;
    (void)still_screen_of(world->desktop().display());
  }
  static Picture masked() { return picture_of(world->agent().call("screenshot", {}).reply); }
  static Picture read(const std::string& file) {
    const auto print = "import base64, sys; print(base64.b64encode(open(sys.argv[1], 'rb').read()).decode(), end='')";
    return picture_of({{"data", world->desktop().output({"python3", "-c", print, file})}});
  }
};

TEST_F(GuardedDisplay, TheOriginalXdotoolTypesTheEndsOfLines) {
  if (!has_program("xdotool")) GTEST_SKIP() << "xdotool is not installed";
  Terminal terminal(world->desktop());
  const auto typed = run({"/usr/bin/xdotool", "type", "one\ntwo\n"});
  EXPECT_EQ(typed.code, 0) << typed.output;
  EXPECT_EQ(typed.output, "");
  EXPECT_TRUE(terminal.holds("one\ntwo\n")) << terminal.text();
}

TEST_F(GuardedDisplay, TheOriginalXdotoolFailsIfItsTextIsRefused) {
  if (!has_program("xdotool")) GTEST_SKIP() << "xdotool is not installed";
  const Terminal terminal(world->desktop());
  const auto typed = run({"/usr/bin/xdotool", "type", "a text that is secret-to-type"});
  EXPECT_NE(typed.code, 0);
  EXPECT_THAT(typed.output, HasSubstr("not to be typed"));
  EXPECT_EQ(terminal.text(), "");
}

TEST_F(GuardedDisplay, TheOriginalXdotoolSizesATerminalByItsColumns) {
  if (!has_program("xdotool")) GTEST_SKIP() << "xdotool is not installed";
  const auto terminal = world->desktop().start({"xterm", "-T", "columns", "-geometry", "60x10+600+600"});
  const auto window = window_titled(world->desktop(), "columns");
  const auto before = window_rect(world->desktop(), window);
  const auto sized = run({"/usr/bin/xdotool", "search", "--name", "^columns$", "windowsize", "--usehints", "70", "12"});
  ASSERT_EQ(sized.code, 0) << sized.output;
  // xterm's own hints say how large a column and a row are; its size is that of whole ones.
  EXPECT_TRUE(eventually([&] {
    const auto now = window_rect(world->desktop(), window);
    return now.width > before.width && (now.width - before.width) % 10 == 0 && now.height > before.height &&
           (now.height - before.height) % 2 == 0;
  }));
}

TEST_F(GuardedDisplay, ASecretFieldIsPaintedOver) {
  const auto secret = form->place("answer");
  const Point inside{secret.x + secret.width / 2, secret.y + secret.height / 2};
  const Picture masked = picture_of(world->agent().call("screenshot", {}).reply);
  EXPECT_NE(masked.at(inside.x, inside.y), screen_of(world->desktop().display()).at(inside.x, inside.y));
}

TEST_P(DisplayPictures, AreTheMaskedScreenshot) {
  const auto& camera = GetParam();
  const bool is_ours = camera.name == "gnome-screenshot";
  const bool there = is_ours || (camera.is_module ? has_module(camera.name) : has_program(camera.name));
  if (!there) GTEST_SKIP() << camera.name << " is not installed";
  const std::string file = folder() + "/picture.png";
  // A text cursor may blink between the two pictures.
  std::size_t different = 0;
  EXPECT_TRUE(eventually([&] {
    std::filesystem::remove(file);
    const Picture expected = masked();
    const auto done = run({"sh", "-c", "file=" + file + "; " + camera.command});
    EXPECT_EQ(done.code, 0) << done.output;
    const Picture taken = read(file);
    different = taken.pixels.size() != expected.pixels.size() ? taken.pixels.size() : 0;
    for (std::size_t i = 0; different == 0 && i < taken.pixels.size(); ++i) {
      if (taken.pixels[i] != expected.pixels[i]) different = i;
    }
    return different == 0;
  })) << "the first pixel that differs: "
      << different;
}
INSTANTIATE_TEST_SUITE_P(Programs, DisplayPictures, testing::ValuesIn(cameras), [](const auto& each) {
  std::string name = each.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST_F(GuardedDisplay, GnomeScreenshotSavesTheActiveWindow) {
  focus_window(world->desktop(), window_titled(world->desktop(), "GTK form"));
  const std::string file = folder() + "/window.png";
  const auto done = run({"gnome-screenshot", "--window", "--file=" + file});
  EXPECT_EQ(done.code, 0) << done.output;
  const auto size = world->desktop().output({"identify", "-format", "%wx%h", file});
  const Rect window = window_rect(world->desktop(), window_titled(world->desktop(), "GTK form"));
  EXPECT_EQ(size, std::to_string(window.width) + "x" + std::to_string(window.height));
  const auto area = run({"gnome-screenshot", "-a"});
  EXPECT_EQ(area.code, 1);
  EXPECT_THAT(area.output, HasSubstr("an agent cannot select interactively"));
}

TEST_F(GuardedDisplay, WmctrlListsActivatesMovesAndRenamesWindows) {
  if (!has_program("wmctrl")) GTEST_SKIP() << "wmctrl is not installed";
  auto& desktop = world->desktop();
  Terminal terminal(desktop);
  EXPECT_THAT(run({"wmctrl", "-m"}).output, HasSubstr("Name: interlock-display\n"));
  EXPECT_THAT(run({"wmctrl", "-l"}).output, testing::AllOf(HasSubstr("GTK form"), HasSubstr("terminal")));
  const auto active = [&] { return desktop.output({"xdotool", "getactivewindow", "getwindowname"}); };
  EXPECT_EQ(run({"wmctrl", "-a", "GTK form"}).code, 0);
  EXPECT_TRUE(eventually([&] { return active().starts_with("GTK form"); })) << active();
  const auto window = window_titled(desktop, "terminal");
  const auto before = window_rect(desktop, window);
  EXPECT_EQ(run({"wmctrl", "-r", "terminal", "-e", "0,300,500,-1,-1"}).code, 0);
  EXPECT_TRUE(eventually([&] { return window_rect(desktop, window).x != before.x; }));
  const auto normal = window_rect(desktop, window);
  const auto width = [&] { return window_rect(desktop, window).width; };
  const auto state = [](const std::string& change) { return run({"wmctrl", "-r", "terminal", "-b", change}); };
  EXPECT_EQ(state("add,maximized_vert,maximized_horz").code, 0);
  EXPECT_TRUE(eventually([&] { return width() > normal.width; }));
  EXPECT_EQ(state("remove,maximized_vert,maximized_horz").code, 0);
  EXPECT_TRUE(eventually([&] { return width() == normal.width; }));
  for (const auto* change : {"add,above", "add,maximized_vert", "toggle,fullscreen"}) {
    const auto refused = state(change);
    EXPECT_NE(refused.code, 0) << change;
    EXPECT_THAT(refused.output, HasSubstr("only these are changed: maximized in both directions"));
  }
}

/// pynput's controllers, as its documentation shows them.
constexpr const char* pynput_script = R"py(
import sys
from pynput.keyboard import Controller as Keyboard, Key
from pynput.mouse import Button, Controller as Mouse
mouse, keyboard = Mouse(), Keyboard()
mouse.position = (int(sys.argv[1]), int(sys.argv[2]))
mouse.click(Button.left, 2)
mouse.position = (int(sys.argv[3]), int(sys.argv[4]))
mouse.press(Button.left)
mouse.release(Button.left)
with keyboard.pressed(Key.ctrl):
    keyboard.tap('a')
keyboard.type('Tea \u2014 2 \u20ac')
print('done', mouse.position)
)py";

TEST_F(GuardedDisplay, PynputsControllersClickAndType) {
  if (!has_module("pynput")) GTEST_SKIP() << "python3-pynput is not installed";
  auto places = words_of(form->centre("Next"));
  const auto note = words_of(form->centre("note"));
  places.insert(places.end(), note.begin(), note.end());
  expect_clicked("Next", 2, [&] {
    const auto done = python(pynput_script, places);
    EXPECT_EQ(done.code, 0) << done.output;
    EXPECT_THAT(done.output, HasSubstr("done (" + note[0] + ", " + note[1] + ")"));
  });
  EXPECT_TRUE(eventually([&] { return form->text("note") == "Tea \xe2\x80\x94 2 \xe2\x82\xac"; }))
      << form->text("note");
}

TEST_F(GuardedDisplay, NutJsClicksTypesAndTakesAPicture) {
  const std::string nut = INTERLOCK_BINARY_DIR "/nut";
  if (!has_program("node")) GTEST_SKIP() << "node is not installed";
  if (!std::filesystem::exists(nut + "/node_modules")) {
    GTEST_SKIP() << "nut.js is not in " << nut << ": scripts/install-npm clients/display/tests/nut " << nut;
  }
  const auto next = words_of(form->centre("Next")), note = words_of(form->centre("note"));
  expect_clicked("Next", 1, [&] {
    const auto done = run({"node", nut + "/clicks.mjs", next[0], next[1], note[0], note[1]}, {"--ro-bind", nut});
    EXPECT_EQ(done.code, 0) << done.output;
    EXPECT_THAT(done.output, HasSubstr("done " + note[0] + " " + note[1] + " 1280 900 1280 900"));
  });
  EXPECT_TRUE(eventually([&] { return form->text("note") == "Milk, tea"; })) << form->text("note");
}

/// An agent that runs the commands that the public computer-use demo's tool runs for a model's actions, by a shell,
/// with a picture after each: `gnome-screenshot`, or `scrot`. Prints one line for each: the exit code, whether there is
/// a picture.
constexpr const char* shell_agent = R"py(
import os, shlex, subprocess, sys
camera, folder, next_x, next_y, note_x, note_y = sys.argv[1:]
def shell(command):
    return subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
def step(command):
    done = shell(command)
    picture = os.path.join(folder, 'screenshot.png')
    if os.path.exists(picture): os.remove(picture)
    shell({'gnome-screenshot': 'gnome-screenshot -f %s -p', 'scrot': 'scrot -p %s'}[camera] % picture)
    shell('convert %s -resize 640x450! %s' % (picture, picture))
    print(done.returncode, done.stderr.strip() or 'no error', os.path.exists(picture), done.stdout.strip(), flush=True)
xdotool = 'DISPLAY=' + os.environ['DISPLAY'] + ' xdotool '
step(xdotool + 'mousemove --sync %s %s click 1' % (note_x, note_y))
for text in ('Milk & tea', ', 2 pints'):
    step(xdotool + 'type --delay 12 -- ' + shlex.quote(text))
step(xdotool + 'key -- ctrl+a')
step(xdotool + 'key -- End')
step(xdotool + 'mousemove --sync %s %s' % (next_x, next_y))
step(xdotool + 'click 1')
step(xdotool + 'click --repeat 2 --delay 10 1')
step(xdotool + 'click --repeat 3 5')
step(xdotool + 'mousedown 1 mouseup 1')
step(xdotool + 'getmouselocation --shell')
)py";

TEST_F(GuardedDisplay, AnAgentThatShellsOutGetsAPictureAfterEachAction) {
  const auto next = form->centre("Next"), note = form->centre("note");
  for (const std::string camera : {"gnome-screenshot", "scrot"}) {
    if (camera == "scrot" && !has_program(camera)) continue;
    world->agent().act({{"type", "click"}, {"x", note.x}, {"y", note.y}});
    world->agent().act({{"type", "key"}, {"keys", "ctrl+a Delete"}});
    std::vector<std::string> arguments = {camera, folder()};
    for (const auto at : {next, note}) {
      for (const auto& word : words_of(at)) arguments.push_back(word);
    }
    expect_clicked("Next", 4, [&] {
      const auto done = python(shell_agent, arguments);
      EXPECT_EQ(done.code, 0) << done.output;
      std::istringstream lines(done.output);
      int steps = 0;
      for (std::string line; std::getline(lines, line) && ++steps <= 11;) {
        EXPECT_THAT(line, testing::StartsWith("0 no error True")) << camera << ", step " << steps;
      }
      EXPECT_THAT(done.output, HasSubstr("X=" + std::to_string(next.x)));
    });
    EXPECT_TRUE(eventually([&] { return form->text("note") == "Milk & tea, 2 pints"; })) << form->text("note");
  }
}

TEST_F(GuardedDisplay, NobodyWithoutTheCookieIsLetIn) {
  if (!has_program("xdotool")) GTEST_SKIP() << "xdotool is not installed";
  const auto without = run({"sh", "-c", "XAUTHORITY=/dev/null /usr/bin/xdotool getmouselocation"});
  EXPECT_NE(without.code, 0);
  EXPECT_THAT(without.output, HasSubstr("cookie"));
}

TEST_F(GuardedDisplay, CanBeLeftOut) {
  const auto none = run({"sh", "-c", "echo \"display=$DISPLAY\""}, {"--no-display"});
  EXPECT_EQ(none.output, "display=\n");
  EXPECT_THAT(run({"sh", "-c", "echo \"display=$DISPLAY\""}).output, HasSubstr("display=:"));
}

}  // namespace
}  // namespace interlock::test
