// The notification after an act has a button that undoes it, which only a person can press.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/desktop/human.h"
#include "tests/e2e/e2e_bubble.h"
#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class UndoButton : public testing::Test {
 protected:
  /// An agent deletes a folder in xterm, a person approves it, and the bubble with the button is shown.
  void SetUp() override {
    fs::create_directories(photos);
    std::ofstream(photos + "/one") << "a picture";
    terminal.emplace(
        world.desktop().start({"xterm", "-T", "shell", "-geometry", "80x20+100+500", "-e", "sh", "-c",
                               "cd '" + world.desktop().dir() + "' && exec env PS1='$ ' bash --norc --noprofile -i"}));
    focus_window(world.desktop(), window_titled(world.desktop(), "shell"));
    auto agent = world.agent();
    ASSERT_TRUE(agent.act(type("rm -rf photos")).executed());
    auto asked = agent.act_later(key("Return"));
    ASSERT_EQ(world.ctl({"approve", world.pending_id()}).code, 0);
    ASSERT_TRUE(asked.get().executed());
    ASSERT_TRUE(eventually([&] { return !fs::exists(photos); }));
    ASSERT_TRUE(eventually([&] { return !bubble().empty(); })) << "no notification is on the screen";
    // A press within half a second after interlockd knows that the bubble is shown does not count (reading_time), and
    // only interlockd knows that time.
    std::this_thread::sleep_for(2s);
  }
  Rect bubble() { return shown_bubble(world.desktop()); }

  // The question itself is asked in a window; it is answered by interlockctl.
  World world{{.desktop = {.notifier = "xfce4-notifyd", .real_devices = true},
               .policy = "preset: default\ndaemon:\n  prompt_timeout_s: 60\n  observation_deadline_ms: 5000\n"}};
  Human human{world.desktop()};
  const std::string photos = world.desktop().dir() + "/photos";
  std::optional<Process> terminal;
};

TEST_F(UndoButton, UndoesWhatWasDone) {
  const auto at = last_button(bubble());
  human.clicks(at.x, at.y);
  EXPECT_TRUE(eventually([&] { return fs::exists(photos + "/one"); })) << world.audit();
  EXPECT_TRUE(eventually([&] { return world.audit().find("\"undone\"") != std::string::npos; }));
  EXPECT_NE(world.audit().find("the notification's button"), std::string::npos);
}

TEST_F(UndoButton, CannotBePressedByAProgram) {
  const auto at = last_button(bubble());
  world.desktop().output({"xdotool", "mousemove", std::to_string(at.x), std::to_string(at.y), "click", "1"});
  EXPECT_TRUE(eventually([&] { return world.daemon_log().find("\"Undo\" was not done") != std::string::npos; }))
      << world.daemon_log();
  EXPECT_NE(world.daemon_log().find("A program pressed"), std::string::npos) << world.daemon_log();
  EXPECT_FALSE(fs::exists(photos));
  EXPECT_EQ(world.audit().find("\"undone\""), std::string::npos);
}

}  // namespace
}  // namespace interlock::test
