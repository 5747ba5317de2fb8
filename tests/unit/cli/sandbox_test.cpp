// The arguments of an agent's sandbox, and the requests that it refuses.
#include "cli/sandbox/sandbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interlock::cli {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

const Outside outside = {.agent_socket = "/run/user/1000/interlock/agent.sock",
                         .home = "/home/somebody",
                         .folder = "/home/somebody/agent",
                         .user = 1000,
                         .hidden = {"/tmp/.X11-unix", "/run/user/1000", "/home/somebody/.config/interlock"},
                         .secrets = {"/home/somebody/.config/Xauthority"},
                         .links = {{"/bin", "usr/bin"}}};

std::string line_of(const Confined& confined) {
  const auto arguments = sandbox_arguments(confined, outside);
  if (!arguments) return arguments.error().text();
  std::string line;
  for (const auto& argument : *arguments) line += argument + " ";
  return line;
}

TEST(Sandbox, SharesNothingButSystemFilesAndTheAgentSocket) {
  const auto line = line_of({.command = {"python3", "agent.py"}});
  EXPECT_THAT(line, AllOf(HasSubstr("--unshare-net "), HasSubstr("--unshare-pid "), HasSubstr("--cap-drop ALL ")));
  EXPECT_THAT(line, HasSubstr("--symlink usr/bin /bin "));
  EXPECT_THAT(line, HasSubstr("--ro-bind-try /usr /usr "));
  EXPECT_THAT(line, HasSubstr("--tmpfs /tmp --tmpfs /run "));
  EXPECT_THAT(line, HasSubstr("--bind /run/user/1000/interlock/agent.sock /run/user/1000/interlock/agent.sock "));
  EXPECT_THAT(line, AllOf(HasSubstr("--unsetenv DISPLAY "), HasSubstr("--unsetenv DBUS_SESSION_BUS_ADDRESS ")));
  EXPECT_THAT(line, HasSubstr("--chdir /home/somebody "));
  EXPECT_THAT(line, testing::EndsWith("exec \"$@\" 4>&- 5<&- interlock python3 agent.py "));
  EXPECT_THAT(line, Not(HasSubstr("control.sock")));
}

TEST(Sandbox, SeesTheFolderOfTheAgentSocketWhereThereIsOne) {
  auto with_folder = outside;
  with_folder.agent_folder = "/run/user/1000/interlock/agents";
  const auto arguments = sandbox_arguments({.command = {"agent"}}, with_folder);
  ASSERT_TRUE(arguments);
  EXPECT_THAT(*arguments, testing::IsSupersetOf({"--ro-bind", "/run/user/1000/interlock/agents"}));
  EXPECT_THAT(*arguments, Not(Contains("/run/user/1000/interlock/agent.sock")));
}

TEST(Sandbox, GivesTheNetworkAndFoldersOnlyWhenAsked) {
  const auto line = line_of({.command = {"./start"}, .binds = {"/home/somebody/agent"}, .network = true});
  EXPECT_THAT(line, Not(HasSubstr("--unshare-net")));
  EXPECT_THAT(line, HasSubstr("--bind /home/somebody/agent /home/somebody/agent "));
  EXPECT_THAT(line, HasSubstr("--chdir /home/somebody/agent "));
}

TEST(Sandbox, CoversInterlocksFilesInAGivenFolder) {
  const auto line = line_of({.command = {"agent"}, .binds = {"/home/somebody/.config"}});
  EXPECT_THAT(line, HasSubstr("--bind /home/somebody/.config /home/somebody/.config --tmpfs "
                              "/home/somebody/.config/interlock "));
  EXPECT_THAT(line, HasSubstr("--ro-bind /dev/null /home/somebody/.config/Xauthority "));
}

TEST(Sandbox, RefusesHolesAndReportsWhatToDo) {
  for (const char* bind :
       {"/", "/home", "/home/somebody", "/tmp", "/run", "/dev", "/dev/shm", "/proc/1", "/run/user/1000",
        "/run/user/1000/interlock", "/tmp/.X11-unix", "/home/somebody/.config/interlock/rules.d"})
    EXPECT_THAT(line_of({.command = {"agent"}, .binds = {bind}}), HasSubstr(std::string("--bind ") + bind)) << bind;
  EXPECT_THAT(line_of({.command = {"./agent.py"}}),
              AllOf(HasSubstr("/home/somebody/agent/agent.py"), HasSubstr("--bind /home/somebody/agent")));
  EXPECT_THAT(line_of({}), HasSubstr("interlockctl run -- AGENT"));
}

}  // namespace
}  // namespace interlock::cli
