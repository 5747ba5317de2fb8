// A confined agent that tries to bypass interlock, and one that tries to answer its own questions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using testing::HasSubstr;

class Confinement : public testing::Test {
 protected:
  /// Runs the agent as usual, with everything that it could know of the desktop.
  CommandResult inside(const std::vector<std::string>& options, const std::string& script) {
    std::vector<std::string> command = {"run"};
    command.insert(command.end(), options.begin(), options.end());
    command.insert(command.end(),
                   {"--", "env", "DISPLAY=" + world.desktop().display(),
                    "DBUS_SESSION_BUS_ADDRESS=" + environment("DBUS_SESSION_BUS_ADDRESS"), "sh", "-c", script});
    return world.ctl(command);
  }
  const std::string& environment(const std::string& name) { return world.desktop().environment().at(name); }
  std::string pointer() { return world.desktop().output({"xdotool", "getmouselocation"}); }

  World world{{}};
};

TEST_F(Confinement, real_xdotool_inside) {
  world.desktop().output({"xdotool", "mousemove", "31", "37"});
  ASSERT_THAT(pointer(), HasSubstr("x:31 y:37")) << "outside it moves the pointer";
  for (const char* net : {"", "--allow-net"}) {
    std::vector<std::string> options;
    if (*net != 0) options.emplace_back(net);
    EXPECT_NE(inside(options, "/usr/bin/xdotool mousemove 400 400").code,
              0);  // the first one on PATH is the guarded one
    EXPECT_THAT(pointer(), HasSubstr("x:31 y:37"));
  }
}

TEST_F(Confinement, interlockd_killed) {
  const auto pid = std::to_string(world.daemon().pid());
  inside({}, "kill -9 " + pid);
  EXPECT_TRUE(world.daemon().running());
  EXPECT_EQ(world.ctl({"status"}).code, 0);
}

TEST_F(Confinement, policy_file_changed) {
  const auto file = environment("XDG_CONFIG_HOME") + "/interlock/policy.yaml";
  const auto before = read_file(file);
  ASSERT_FALSE(before.empty());
  const auto change = "mkdir -p " + environment("XDG_CONFIG_HOME") + "/interlock; echo 'preset: nova-act' > " + file;
  inside({}, change);
  EXPECT_EQ(read_file(file), before);
  // The parent folder is given to the agent: interlock's files in it stay inaccessible.
  EXPECT_NE(inside({"--bind", environment("XDG_CONFIG_HOME")}, change).code, 0);
  EXPECT_EQ(read_file(file), before);
  EXPECT_NE(inside({"--bind", environment("XDG_CONFIG_HOME") + "/interlock"}, change).code, 0);
  EXPECT_EQ(read_file(file), before);
}

TEST_F(Confinement, prompt_text_replaced_by_the_session_bus) {
  const auto sent = inside({},
                           "gdbus call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus "
                           "--method org.freedesktop.DBus.ListNames");
  EXPECT_NE(sent.code, 0) << sent.output;
  EXPECT_NO_THROW(
      world.desktop().output({"gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path",
                              "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.ListNames"}))
      << "outside it is answered";
}

TEST_F(Confinement, approve_through_the_agent_socket) {
  const auto form = start_gtk3(world.desktop());
  world.wait_until_seen(form.centre("Submit Order"), "Submit Order");
  auto agent = world.agent("shop");
  auto asked = agent.act_later(click(form.centre("Submit Order")));
  const auto id = world.pending_id();
  auto accomplice = world.agent("accomplice");
  for (const char* method : {"reply", "approve", "resume", "reload", "sandbox.enter"}) {
    const auto answer = accomplice.call(method, {{"id", id}, {"approve", true}});
    EXPECT_THAT(answer.error, HasSubstr("-32601")) << method;
  }
  EXPECT_EQ(world.pending_id(), id) << "still open";
  EXPECT_EQ(world.ctl({"deny", id}).code, 0);
  EXPECT_FALSE(asked.get().executed());
  EXPECT_EQ(form.count("clicked", "Submit Order"), 0);
}

}  // namespace
}  // namespace interlock::test
