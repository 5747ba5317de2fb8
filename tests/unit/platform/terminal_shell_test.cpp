// The shell that reads what is typed into a terminal emulator, with real pseudo terminals that this process holds as an
// emulator does.
#include "platform/terminal_shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <thread>

#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/temp_dir.h"

namespace interlock::platform {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Waits for the shells to start.
bool comes(const std::function<bool()>& condition) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds{60};
  while (!condition()) {
    if (std::chrono::steady_clock::now() > limit) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
  }
  return true;
}

/// A tab: a pseudo terminal with a shell in a folder.
class Tab {
 public:
  explicit Tab(const std::string& folder, const std::vector<const char*>& command = {"sh", "-i"}) {
    pid_ = ::forkpty(&master_, nullptr, nullptr, nullptr);
    if (pid_ == 0) {
      std::vector<char*> words;
      for (const char* word : command) words.push_back(const_cast<char*>(word));
      words.push_back(nullptr);
      if (::chdir(folder.c_str()) == 0) ::execvp(words[0], words.data());
      ::_exit(127);
    }
  }
  ~Tab() {
    ::kill(pid_, SIGKILL);
    ::close(master_);
    ::waitpid(pid_, nullptr, 0);
  }
  Tab(const Tab&) = delete;
  Tab& operator=(const Tab&) = delete;

 private:
  int master_ = -1;
  pid_t pid_ = -1;
};

class TerminalShellTest : public testing::Test {
 protected:
  TerminalShellTest() {
    fs::create_directories(one);
    fs::create_directories(two);
    ::setenv("HOME", one.c_str(), 1);
  }
  static std::string folder_or_reason() {
    const auto shell = shell_of_terminal(::getpid());
    return shell ? shell->folder : "not known: " + shell.error();
  }
  test::TempDir dir;
  const std::string one = fs::canonical(dir.path()).string() + "/one",
                    two = fs::canonical(dir.path()).string() + "/two";
};

TEST_F(TerminalShellTest, IsTheOnlyOne) {
  const Tab tab(one);
  EXPECT_TRUE(comes([&] { return folder_or_reason() == one; })) << folder_or_reason();
}

TEST_F(TerminalShellTest, IsNotKnownWithTabsInDifferentFolders) {
  const Tab first(one), second(two);
  EXPECT_TRUE(comes([&] { return folder_or_reason().find("several shells") != std::string::npos; }))
      << folder_or_reason();
}

TEST_F(TerminalShellTest, IsKnownWithTabsInTheSameFolder) {
  const Tab first(one), second(one);
  EXPECT_TRUE(comes([&] { return folder_or_reason() == one; })) << folder_or_reason();
}

TEST_F(TerminalShellTest, IsNotKnownIfSomethingElseReadsInOneTab) {
  const Tab first(one), second(one, {"sleep", "100"});
  EXPECT_TRUE(comes([&] { return folder_or_reason().find("'sleep' reads what is typed") != std::string::npos; }))
      << folder_or_reason();
}

}  // namespace
}  // namespace interlock::platform
