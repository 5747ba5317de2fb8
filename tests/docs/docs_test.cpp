// Runs a page: writes its files, runs its commands in a shell, and compares their output with the page. A block's first
// line says what it is:
//   ```yaml PATH, ```json PATH      a file; ~ is a home folder made for the test
//   ```json agent.sock              requests that an agent sends
//   ```console                      commands ("$ ...") and their output; "..." stands for any lines, ID for the
//                                   latest action of the audit log
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include "ipc/client.h"
#include "tests/docs/page_blocks.h"
#include "tests/temp_dir.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  std::istringstream in(text);
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// "..." in `wanted` matches any number of lines.
bool fits(const Lines& wanted, std::size_t w, const Lines& got, std::size_t g) {
  if (w == wanted.size()) return g == got.size();
  if (wanted[w] == "...") {
    for (std::size_t skip = g; skip <= got.size(); ++skip) {
      if (fits(wanted, w + 1, got, skip)) return true;
    }
    return false;
  }
  return g < got.size() && wanted[w] == got[g] && fits(wanted, w + 1, got, g + 1);
}

class Page {
 public:
  Page() {
    ::chmod(dir().c_str(), 0700);
    ::setenv("HOME", dir().c_str(), 1);
    ::setenv("XDG_RUNTIME_DIR", (dir() + "/run").c_str(), 1);
    ::setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere", 1);
    for (const auto* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "DISPLAY"}) ::unsetenv(name);
    const std::string path = INTERLOCK_BINARY_DIR "/cli:" INTERLOCK_BINARY_DIR "/daemon:";
    ::setenv("PATH", (path + std::getenv("PATH")).c_str(), 1);
    fs::current_path(dir());
  }
  ~Page() {
    fs::current_path("/");
    if (daemon_ == 0) return;
    ::kill(daemon_, SIGTERM);
    ::waitpid(daemon_, nullptr, 0);
  }

  void write(const Block& block) const {
    const fs::path path = block.name.starts_with("~/") ? dir() + block.name.substr(1) : block.name;
    if (path.has_parent_path()) fs::create_directories(path.parent_path());
    std::ofstream out(path);
    for (const auto& line : block.lines) out << line << '\n';
    out.close();
    ::chmod(path.c_str(), 0644);
  }

  void send(const Block& block) {
    auto agent = ipc::Client::connect(dir() + "/run/interlock/agent.sock");
    ASSERT_TRUE(agent) << agent.error().text();
    for (const auto& line : block.lines) {
      const auto request = boost::json::parse(line).as_object();
      const auto answer = agent->call(std::string(request.at("method").as_string()), request.at("params").as_object());
      ASSERT_TRUE(answer) << answer.error().message;
      last_id_ = std::string(answer->at("id").as_string());
    }
  }

  void run(const Block& block) {
    for (std::size_t i = 0; i < block.lines.size();) {
      ASSERT_TRUE(block.lines[i].starts_with("$ ")) << block.lines[i];
      std::string command = block.lines[i++].substr(2);
      Lines wanted;
      while (i < block.lines.size() && !block.lines[i].starts_with("$ ")) wanted.push_back(block.lines[i++]);
      if (const auto at = command.find(" ID"); at != std::string::npos) command.replace(at + 1, 2, last_id_);
      const Lines got = lines_of(output_of(command));
      EXPECT_TRUE(fits(wanted, 0, got, 0)) << "$ " << command << "\nthe page says:\n"
                                           << shown(wanted) << "it printed:\n"
                                           << shown(got);
    }
  }

  void start_daemon() {
    std::string log = dir() + "/interlockd.log";
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 2, log.c_str(), O_WRONLY | O_CREAT, 0600);
    std::string program = INTERLOCK_BINARY_DIR "/daemon/interlockd";
    std::array<char*, 2> words = {program.data(), nullptr};
    ASSERT_EQ(::posix_spawn(&daemon_, program.c_str(), &files, nullptr, words.data(), environ), 0);
    posix_spawn_file_actions_destroy(&files);
    for (int i = 0; i < 600; ++i) {
      if (ipc::Client::connect(dir() + "/run/interlock/control.sock")) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    FAIL() << "interlockd does not serve";
  }

 private:
  const std::string& dir() const { return dir_; }

  static std::string shown(const Lines& lines) {
    std::string text;
    for (const auto& line : lines) text += "  " + line + "\n";
    return text;
  }

  /// `$?` is the exit code of the command before.
  std::string output_of(const std::string& command) {
    const std::string script = "(exit " + std::to_string(code_) + "); " + command + " 2>&1";
    FILE* pipe = ::popen(script.c_str(), "r");
    std::string text;
    std::array<char, 4096> buffer;
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) text.append(buffer.data(), got);
    code_ = WEXITSTATUS(::pclose(pipe));
    for (std::size_t at; (at = text.find(dir_)) != std::string::npos;) text.replace(at, dir_.size(), "~");
    return text;
  }

  const TempDir temp_;
  const std::string dir_ = temp_.path();
  std::string last_id_;
  int code_ = 0;
  pid_t daemon_ = 0;
};

TEST(Docs, WritingARuleDoesWhatItSays) {
  Page page;
  bool serving = false;
  int commands = 0;
  for (const Block& block : blocks_of(INTERLOCK_SOURCE_DIR "/docs/writing-a-rule.md")) {
    if (block.name == "agent.sock") {
      page.send(block);
    } else if (!block.name.empty()) {
      page.write(block);
    } else if (block.language == "console") {
      // From here on the page uses the daemon.
      if (!serving && block.lines.front().find("reload") != std::string::npos) {
        page.start_daemon();
        serving = true;
      }
      page.run(block);
      ++commands;
    }
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GE(commands, 7) << "the page lost its commands";
  EXPECT_TRUE(serving);
}

}  // namespace
}  // namespace interlock::test
