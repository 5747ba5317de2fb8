// While the screen is locked, or another user is active, nothing is done; what a person paused stays paused afterwards.
#include <gtest/gtest.h>
#include <fstream>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

class Lock : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.daemon = false});
    said = world->desktop().dir() + "/screen";
    std::ofstream(said).flush();
    saver = world->desktop().start({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/fixtures/screensaver.py", said});
    for (const auto* name : {"org.freedesktop.login1", "org.xfce.ScreenSaver"}) {
      ASSERT_TRUE(eventually([&] { return is_on_the_bus(name); }));
    }
    world->write_policy("preset: default\n");
    // One bus serves as both the session bus and the system bus.
    world->launch_daemon({{"DBUS_SYSTEM_BUS_ADDRESS", world->desktop().environment().at("DBUS_SESSION_BUS_ADDRESS")}});
    ASSERT_TRUE(world->wait_until_serving()) << world->daemon_log();
    ASSERT_TRUE(status_comes_to_say("logind")) << world->ctl({"status"}).output;
    ASSERT_TRUE(status_comes_to_say("org.xfce.ScreenSaver")) << world->ctl({"status"}).output;
  }
  static void TearDownTestSuite() {
    saver.kill();
    world.reset();
  }
  static bool is_on_the_bus(const char* name) {
    return world->desktop().output({"gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path",
                                    "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.NameHasOwner", name}) ==
           "(true,)\n";
  }
  static void happens(const std::string& what) { std::ofstream(said, std::ios::app) << what << "\n"; }
  static bool status_comes_to_say(const std::string& text) {
    return eventually([&] { return world->ctl({"status"}).output.find(text) != std::string::npos; });
  }
  static std::string code_of_next() { return world->agent().act({{"type", "wait"}, {"ms", 1}}).text("code"); }
  static bool paused() {
    return eventually([] { return code_of_next() == "paused"; });
  }
  static bool running() {
    return eventually([] { return code_of_next() != "paused"; });
  }

  static inline std::unique_ptr<World> world;
  static inline std::string said;
  static inline Process saver;
};

TEST_F(Lock, AScreensaverPausesAndItsEndResumes) {
  happens("saver on");
  EXPECT_TRUE(paused());
  EXPECT_NE(world->agent().act({{"type", "wait"}, {"ms", 1}}).text("reason").find("locked"), std::string::npos);
  happens("saver off");
  EXPECT_TRUE(running());
}

TEST_F(Lock, LogindsReportCounts) {
  happens("lock");
  EXPECT_TRUE(paused());
  happens("unlock");
  EXPECT_TRUE(running());
  happens("hint on");
  EXPECT_TRUE(paused());
  happens("hint off");
  EXPECT_TRUE(running());
}

TEST_F(Lock, AnotherUserAtTheScreenPauses) {
  happens("back");
  EXPECT_TRUE(paused());
  EXPECT_NE(world->agent().act({{"type", "wait"}, {"ms", 1}}).text("reason").find("another user"), std::string::npos);
  happens("front");
  EXPECT_TRUE(running());
}

TEST_F(Lock, UnlockingDoesNotEndAPersonsPause) {
  world->ctl({"pause"});
  happens("saver on");
  EXPECT_TRUE(status_comes_to_say("locked, by"));
  EXPECT_TRUE(eventually([] { return world->audit().find("\"locked\":true") != std::string::npos; }));
  happens("saver off");
  EXPECT_TRUE(status_comes_to_say("not locked"));
  EXPECT_EQ(code_of_next(), "paused");
  world->ctl({"resume"});
  EXPECT_TRUE(running());
}

// As when KWin or GNOME Shell crashes while the screen is locked.
TEST_F(Lock, AScreensaverThatEndedCountsAsOnUntilItIsThereAgain) {
  happens("saver on");
  ASSERT_TRUE(paused());
  happens("saver gone");
  ASSERT_TRUE(eventually([] { return !is_on_the_bus("org.xfce.ScreenSaver"); }));
  EXPECT_TRUE(status_comes_to_say("locked, by"));
  EXPECT_EQ(code_of_next(), "paused");
  happens("saver again");
  EXPECT_TRUE(running());
}

// Any program on the bus may send the signal; only the screensaver's own answer counts.
TEST_F(Lock, AnotherProgramsSignalUnlocksNothing) {
  happens("saver on");
  ASSERT_TRUE(paused());
  world->desktop().output({"gdbus", "emit", "--session", "--object-path", "/org/xfce/ScreenSaver", "--signal",
                           "org.xfce.ScreenSaver.ActiveChanged", "false"});
  world->desktop().output({"gdbus", "emit", "--session", "--object-path", "/org/freedesktop/login1/session/_31",
                           "--signal", "org.freedesktop.login1.Session.Unlock"});
  EXPECT_FALSE(eventually([] { return code_of_next() != "paused"; }, std::chrono::milliseconds{500}));
  happens("saver off");
  EXPECT_TRUE(running());
}

}  // namespace
}  // namespace interlock::test
