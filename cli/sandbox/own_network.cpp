#include "cli/sandbox/own_network.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace interlock::cli {
namespace {

constexpr const char* advice =
    "install slirp4netns (apt install slirp4netns), and let yourself use /dev/net/tun; or start it without "
    "--allow-net; "
    "with --weak it gets this machine's own network and is only advised";

void close_end(int& end) {
  if (end >= 0) ::close(std::exchange(end, -1));
}

bool write_file(const char* path, const std::string& text) {
  const int fd = ::open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool written = ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  ::close(fd);
  return written;
}

bool read_byte(int fd) {
  char byte = 0;
  ssize_t got = 0;
  while ((got = ::read(fd, &byte, 1)) < 0 && errno == EINTR) {
  }
  return got == 1;
}

/// In the child of the child: never returns.
[[noreturn]] void become_slirp(pid_t target, int ready, int life, int output) {
  const std::string ready_fd = "--ready-fd=" + std::to_string(ready), exit_fd = "--exit-fd=" + std::to_string(life);
  const std::string pid = std::to_string(target);
  for (const int fd : {ready, life}) ::fcntl(fd, F_SETFD, 0);
  const int nothing = ::open("/dev/null", O_RDWR);
  ::dup2(nothing, 0);
  ::dup2(nothing, 1);
  ::dup2(output, 2);  // it reports each of its steps
  ::execlp("slirp4netns", "slirp4netns", "--configure", "--mtu=65520", "--disable-host-loopback", ready_fd.c_str(),
           exit_fd.c_str(), pid.c_str(), "tap0", nullptr);
  ::_exit(127);
}

/// Of what a process wrote into this file.
std::string last_line(int file) {
  std::array<char, 4096> text{};
  const ssize_t size = ::pread(file, text.data(), text.size(), 0);
  std::string all(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  while (!all.empty() && all.back() == '\n') all.pop_back();
  return all.substr(all.rfind('\n') + 1);
}

}  // namespace

OwnNetwork::~OwnNetwork() {
  for (Ends* pipe : {&entered_, &connected_, &life_}) {
    close_end(pipe->read);
    close_end(pipe->write);
  }
  if (slirp_ > 0) ::waitpid(slirp_, nullptr, 0);  // it ends when its descriptor is closed
}

tl::expected<void, Error> OwnNetwork::prepare() {
  for (Ends* pipe : {&entered_, &connected_, &life_}) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      return tl::unexpected(Error{std::string("no pipe: ") + std::strerror(errno), {}, {}});
    *pipe = {ends[0], ends[1]};
  }
  return {};
}

bool OwnNetwork::enter() {
  const std::string user = std::to_string(::getuid()), group = std::to_string(::getgid());
  const bool alone = ::unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 && write_file("/proc/self/setgroups", "deny") &&
                     write_file("/proc/self/uid_map", user + " " + user + " 1") &&
                     write_file("/proc/self/gid_map", group + " " + group + " 1");
  close_end(connected_.write);
  close_end(life_.write);
  return alone && ::write(entered_.write, "e", 1) == 1 && read_byte(connected_.read);
}

tl::expected<void, Error> OwnNetwork::connect(pid_t child) {
  close_end(entered_.write);
  if (!read_byte(entered_.read)) {
    return tl::unexpected(
        Error{"the agent's network was not made: this kernel lets you make no namespaces", {}, advice});
  }
  std::array<int, 2> ready{};
  if (::pipe2(ready.data(), O_CLOEXEC) != 0)
    return tl::unexpected(Error{std::string("no pipe: ") + std::strerror(errno), {}, {}});
  const int output = ::memfd_create("slirp4netns", MFD_CLOEXEC);
  slirp_ = ::fork();
  if (slirp_ == 0) become_slirp(child, ready[1], life_.read, output);
  ::close(ready[1]);
  close_end(life_.read);
  const bool made = slirp_ > 0 && read_byte(ready[0]);
  ::close(ready[0]);
  const std::string said = made ? std::string() : last_line(output);
  ::close(output);
  if (!made) {
    return tl::unexpected(Error{
        "the agent's network was not made: slirp4netns " + (said.empty() ? "cannot be started" : "failed: " + said),
        {},
        advice});
  }
  if (::write(connected_.write, "c", 1) != 1) return tl::unexpected(Error{"the sandbox is gone", {}, {}});
  return {};
}

}  // namespace interlock::cli
