/// A program on a terminal of its own (a pseudo terminal), as `interlockctl watch` runs for a person.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <string>
#include <string_view>
#include <vector>

#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/desktop/desktop.h"

namespace interlock::test {

class OnTerminal {
 public:
  OnTerminal(const Desktop& desktop, const std::vector<std::string>& command,
             const Process::Environment& change = {{"TERM", "xterm"}}) {
    winsize size{24, 100, 0, 0};
    pid_ = ::forkpty(&fd_, nullptr, nullptr, &size);
    if (pid_ != 0) return;
    ::clearenv();
    for (const auto& [name, value] : desktop.environment()) ::setenv(name.c_str(), value.c_str(), 1);
    for (const auto& [name, value] : change) ::setenv(name.c_str(), value.c_str(), 1);
    std::vector<char*> words;
    for (const auto& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    ::execvp(words[0], words.data());
    ::_exit(127);
  }
  ~OnTerminal() {
    if (pid_ > 0) ::kill(pid_, SIGKILL);
    if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
    ::close(fd_);
  }
  OnTerminal(const OnTerminal&) = delete;
  OnTerminal& operator=(const OnTerminal&) = delete;

  void press(std::string_view keys) { ASSERT_EQ(::write(fd_, keys.data(), keys.size()), ssize_t(keys.size())); }
  void resize(unsigned short rows, unsigned short columns) {
    const winsize size{rows, columns, 0, 0};
    ::ioctl(fd_, TIOCSWINSZ, &size);
  }
  void forget() { read(), said_.clear(); }
  const std::string& said() { return read(), said_; }
  bool says(const std::string& part) {
    return eventually([&] { return said().find(part) != std::string::npos; });
  }
  int wait() {
    int status = 0;
    const bool ended = eventually([&] { return read(), ::waitpid(pid_, &status, WNOHANG) == pid_; });
    if (!ended) return -1;
    read();
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  void read() {
    pollfd ready{fd_, POLLIN, 0};
    std::array<char, 4096> buffer;
    while (::poll(&ready, 1, 0) > 0) {
      const ssize_t size = ::read(fd_, buffer.data(), buffer.size());
      if (size <= 0) return;
      said_.append(buffer.data(), static_cast<std::size_t>(size));
    }
  }

  int fd_ = -1;
  pid_t pid_ = -1;
  std::string said_;
};

}  // namespace interlock::test
