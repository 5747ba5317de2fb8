// Programs that automate by X, unmodified, in the sandbox of `interlockctl run`: their input and pictures go through
// the guarded display. Judged by the applications, the X server and the programs' own output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/e2e/e2e_picture.h"
#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

namespace interlock::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string display_policy =
    "preset: default\ndaemon:\n  prompt_timeout_s: 1\n  observation_deadline_ms: 5000\n"
    "rules: [{when: {target.name: Danger}, decision: block, reason: too dangerous}]\n";

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

TEST_F(GuardedDisplay, PicturesAreTheMaskedScreenshot) {
  world->desktop().output({"xsetroot", "-cursor_name", "left_ptr"});
  const auto park = world->agent().act({{"type", "move"}, {"x", 1270}, {"y", 890}});
  ASSERT_TRUE(park.executed()) << park;
  (void)still_screen_of(world->desktop().display());
  const json::object whole = {{"x", 0}, {"y", 0}, {"width", 1280}, {"height", 900}};
  const Verdict shown = world->agent().call("screenshot", {{"region", whole}});
  const Picture expected = picture_of(shown.reply);
  const auto secret = form->place("answer");
  const Picture real = screen_of(world->desktop().display());
  const Point inside{secret.x + secret.width / 2, secret.y + secret.height / 2};
  ASSERT_NE(expected.at(inside.x, inside.y), real.at(inside.x, inside.y)) << "a secret field is painted over";
  struct Program {
    std::string name;
    std::vector<std::string> command;
  };
  const std::string file = folder() + "/picture.png";
  const std::vector<Program> programs = {
      {"scrot", {"scrot", "-o", file}},
      {"maim", {"maim", "-u", file}},
      {"import", {"import", "-window", "root", "-depth", "8", "png24:" + file}},
      {"python3",
       {"/usr/bin/python3", "-c", "from PIL import ImageGrab; ImageGrab.grab(xdisplay='').save('" + file + "')"}}};
  int tried = 0;
  for (const auto& [name, command] : programs) {
    const bool there = name == "python3" ? has_module("PIL") : has_program(name);
    if (!there) continue;
    ++tried;
    std::filesystem::remove(file);
    const auto done = run(command);
    EXPECT_EQ(done.code, 0) << name << ": " << done.output;
    const std::string decoded = world->desktop().output({"python3", "-c", R"py(
import base64, sys
print(base64.b64encode(open(sys.argv[1], 'rb').read()).decode(), end='')
)py",
                                                         file});
    const Picture taken = picture_of({{"data", decoded}});
    ASSERT_EQ(taken.width, 1280) << name;
    int different = 0;
    for (std::size_t i = 0; i < taken.pixels.size(); ++i) different += taken.pixels[i] != expected.pixels[i] ? 1 : 0;
    EXPECT_EQ(different, 0) << name;
  }
  if (tried == 0) GTEST_SKIP() << "none of scrot, maim, import and PIL is installed";
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
