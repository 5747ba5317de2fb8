#include "desks/compositor/spawn.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace interlock::compositor {
namespace {

[[noreturn]] void become(const std::vector<std::string>& command) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  std::vector<char*> words;
  for (const auto& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words[0], words.data());
  std::fprintf(stderr, "interlock-desk: %s: %s\n", words[0], std::strerror(errno));
  _exit(127);
}

pid_t forked() {
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
  return child;
}

}  // namespace

pid_t spawn(const std::vector<std::string>& command, const std::string& wayland_display) {
  const pid_t child = forked();
  if (child != 0) return child;
  setenv("WAYLAND_DISPLAY", wayland_display.c_str(), 1);
  setenv("XDG_SESSION_TYPE", "wayland", 1);
  unsetenv("WAYLAND_SOCKET");
  unsetenv("DISPLAY");
  become(command);
}

int spawn_on_socket(const std::vector<std::string>& command) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw std::runtime_error(std::string("socketpair: ") + std::strerror(errno));
  }
  if (forked() != 0) {
    close(ends[1]);
    return ends[0];
  }
  fcntl(ends[1], F_SETFD, 0);
  setenv("WAYLAND_SOCKET", std::to_string(ends[1]).c_str(), 1);
  unsetenv("WAYLAND_DISPLAY");
  unsetenv("DISPLAY");
  become(command);
}

}  // namespace interlock::compositor
