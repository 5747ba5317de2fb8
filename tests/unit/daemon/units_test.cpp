// The unit files, checked by systemd's own checker.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <sys/wait.h>

#include "tests/temp_dir.h"

namespace interlock::daemon {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Units : public testing::Test {
 protected:
  Units() {
    for (const char* name : {"interlockd.service", "interlockd-agent.socket", "interlockd-control.socket"}) {
      std::string text = read(fs::path(INTERLOCK_BINARY_DIR) / "systemd" / name);
      EXPECT_FALSE(text.empty()) << name;
      // The checker needs the program to exist, and the tests run before it is installed.
      if (const auto at = text.find("ExecStart="); at != std::string::npos) {
        text.replace(at, text.find('\n', at) - at, "ExecStart=/bin/true");
      }
      std::ofstream(dir_ / name) << text;
    }
  }

  /// The complaints of `systemd-analyze --user verify`; empty if there are none.
  std::string complaints() const {
    const std::string out = dir_ / "out";
    // A separate runtime folder, and only these units: the machine's configuration is not used.
    const std::string command = "cd '" + dir_.string() + "' && env -i PATH=\"$PATH\" HOME='" + dir_.string() +
                                "' XDG_RUNTIME_DIR='" + dir_.string() +
                                "' systemd-analyze --user verify ./*.service ./*.socket >'" + out + "' 2>&1";
    const int status = std::system(command.c_str());
    std::string text = read(out);
    if (WEXITSTATUS(status) != 0 && text.empty()) text = "exit code " + std::to_string(WEXITSTATUS(status));
    return text;
  }

  const test::TempDir temp_;
  const fs::path dir_ = temp_.path();
};

// Tested with a real service manager by packaging/try: "interlockctl doctor" there starts an agent in a sandbox.
TEST_F(Units, LeaveTheDaemonTheCallByWhichItLooksIntoSandboxes) {
  EXPECT_EQ(read(dir_ / "interlockd.service").find("RestrictSUIDSGID=yes"), std::string::npos)
      << "systemd implements it by refusing openat2, without which interlockd admits no sandbox";
}

TEST_F(Units, SystemdFindsNothingToComplainOf) {
  if (std::system("command -v systemd-analyze >/dev/null") != 0) GTEST_SKIP() << "systemd-analyze is not installed";
  EXPECT_EQ(complaints(), "");
  std::ofstream(dir_ / "interlockd.service", std::ios::app) << "[Service]\nNoSuchSetting=yes\n";
  EXPECT_NE(complaints().find("NoSuchSetting"), std::string::npos) << "it would notice";
}

TEST_F(Units, SocketsAreTheOnesTheDaemonTakes) {
  for (const std::string name : {"agent", "control"}) {
    const std::string text = read(dir_ / ("interlockd-" + name + ".socket"));
    EXPECT_NE(text.find("ListenStream=%t/interlock/" + name + ".sock\n"), std::string::npos);
    EXPECT_NE(text.find("FileDescriptorName=" + name + "\n"), std::string::npos);
    EXPECT_NE(text.find("SocketMode=0600\n"), std::string::npos);
    EXPECT_NE(text.find("DirectoryMode=0700\n"), std::string::npos);
  }
}

}  // namespace
}  // namespace interlock::daemon
