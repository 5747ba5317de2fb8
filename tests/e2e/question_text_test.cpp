// The text of a question's window: drawn by a separate program; and what is reported if it cannot be drawn.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class QuestionText : public testing::Test {
 protected:
  QuestionText()
      : world({.policy =
                   "preset: default\ndaemon: {prompt_timeout_s: 60, observation_deadline_ms: 5000, prompt: window}\n",
               .daemon = false}),
        form(start_gtk3(world.desktop())) {}

  bool is_shown() {
    try {
      return !world.desktop().output({"xdotool", "search", "--onlyvisible", "--class", "interlock-prompt"}).empty();
    } catch (const std::exception&) {  // none
      return false;
    }
  }
  std::string maps() { return read_file("/proc/" + std::to_string(world.daemon().pid()) + "/maps"); }

  World world;
  App form;
};

TEST_F(QuestionText, PangoIsNeverInTheDaemon) {
  world.launch_daemon();
  ASSERT_TRUE(world.wait_until_serving());
  world.wait_until_seen(form.centre("Submit Order"), "Submit Order");
  auto agent = world.agent("shop");
  auto asked = agent.act_later(click(form.centre("Submit Order")));
  const auto id = world.pending_id();
  EXPECT_TRUE(eventually([&] { return is_shown(); })) << world.daemon_log();
  EXPECT_THAT(maps(), HasSubstr("libX11"));
  for (const char* library :
       {"libpango", "libcairo", "libharfbuzz", "libfreetype", "libfontconfig", "libXft", "libglib"})
    EXPECT_THAT(maps(), Not(HasSubstr(library)));
  world.ctl({"deny", id});
  asked.get();
}

TEST_F(QuestionText, WithoutDrawTextOnlyInterlockctlApprovesAndTheDoctorSaysWhy) {
  // The same interlockd without a draw-text installed beside it.
  const auto alone = world.desktop().dir() + "/bin/interlockd";
  fs::create_directories(fs::path(alone).parent_path());
  fs::copy_file(INTERLOCK_BINARY_DIR "/daemon/interlockd", alone);
  world.launch_daemon({}, {}, {"/bin/sh", "-c", "shift; exec '" + alone + "' \"$@\"", "sh"});
  ASSERT_TRUE(world.wait_until_serving()) << world.daemon_log();
  world.wait_until_seen(form.centre("Submit Order"), "Submit Order");
  const auto doctor = world.ctl({"doctor"});
  EXPECT_THAT(doctor.output, HasSubstr("cannot draw their text"));
  EXPECT_THAT(doctor.output, HasSubstr("libexec/interlock/draw-text: No such file or directory"));

  auto agent = world.agent("shop");
  auto asked = agent.act_later(click(form.centre("Submit Order")));
  const auto id = world.pending_id();
  EXPECT_TRUE(eventually([&] { return world.daemon_log().find("was not drawn") != std::string::npos; }));
  EXPECT_FALSE(is_shown());
  EXPECT_EQ(form.count("clicked", "Submit Order"), 0) << "what cannot be asked is not done";
  EXPECT_THAT(world.ctl({"status"}).output, HasSubstr("was not drawn"));
  EXPECT_EQ(world.ctl({"approve", id}).code, 0);
  EXPECT_TRUE(asked.get().executed());
  EXPECT_TRUE(eventually([&] { return form.count("clicked", "Submit Order") == 1; }));
}

}  // namespace
}  // namespace interlock::test
