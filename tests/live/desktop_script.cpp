// scripts/desktop itself, on which all tests rely.
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

#include "tests/desktop/desktop.h"

namespace interlock::test {
namespace {

TEST(DesktopScript, EndsItsOwnProcessesAlone) {
  auto desktop = std::make_unique<Desktop>(DesktopOptions{.accessibility = false});
  // As if the number of a process of the desktop that has ended were now this one's.
  auto other = Process::start({"sleep", "600"}, {{"PATH", "/usr/bin:/bin"}});
  std::ofstream(desktop->dir() + "/pids", std::ios::app) << other.pid() << "\n";
  const auto server = desktop->processes("Xvfb");
  const auto manager = desktop->processes("openbox");
  ASSERT_FALSE(server.empty());
  ASSERT_FALSE(manager.empty());
  desktop.reset();
  EXPECT_TRUE(other.running());
  const auto gone = [](pid_t pid) { return ::kill(pid, 0) != 0; };
  EXPECT_TRUE(eventually([&] { return gone(server.front()) && gone(manager.front()); }));
}

}  // namespace
}  // namespace interlock::test
