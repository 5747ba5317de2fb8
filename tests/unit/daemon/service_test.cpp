// With a real notification socket and really inherited descriptors.
#include "daemon/process/service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace interlock::daemon {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;

/// The service manager's side of NOTIFY_SOCKET.
class Manager {
 public:
  Manager() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = "interlock-test-" + std::to_string(getpid());
    std::memcpy(address.sun_path + 1, name.data(), name.size());  // abstract
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    EXPECT_EQ(bind(fd_, reinterpret_cast<sockaddr*>(&address), length), 0);
    setenv("NOTIFY_SOCKET", ("@" + name).c_str(), 1);
  }
  ~Manager() {
    close(fd_);
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_USEC");
    unsetenv("WATCHDOG_PID");
  }
  std::string next() const {
    char text[4096];
    const ssize_t length = recv(fd_, text, sizeof text, MSG_DONTWAIT);
    return length < 0 ? "nothing" : std::string(text, static_cast<std::size_t>(length));
  }

 private:
  int fd_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
};

TEST(Service, ReportsEachStateToTheManagerAtOnce) {
  const Manager manager;
  boost::asio::io_context loop;
  Service service(loop.get_executor());
  EXPECT_EQ(manager.next(), "nothing");
  service.ready("2 agents");
  EXPECT_EQ(manager.next(), "READY=1\nSTATUS=2 agents");
  service.status("paused");
  EXPECT_EQ(manager.next(), "STATUS=paused");
  service.reloading();
  EXPECT_THAT(manager.next(), testing::MatchesRegex("RELOADING=1\nMONOTONIC_USEC=[0-9]+\nSTATUS=.*"));
  service.ready("again");
  EXPECT_THAT(manager.next(), StartsWith("READY=1\n"));
  service.stopping("asked to");
  EXPECT_EQ(manager.next(), "STOPPING=1\nSTATUS=asked to");
}

TEST(Service, AStatusCannotSmuggleInAState) {
  const Manager manager;
  boost::asio::io_context loop;
  Service(loop.get_executor()).status("x\nSTOPPING=1\r\n");
  EXPECT_EQ(manager.next(), "STATUS=x STOPPING=1  ");
}

TEST(Service, FeedsTheWatchdogWhileTheLoopRuns) {
  const Manager manager;
  setenv("WATCHDOG_USEC", "40000", 1);
  setenv("WATCHDOG_PID", std::to_string(getpid()).c_str(), 1);
  boost::asio::io_context loop;
  Service service(loop.get_executor());
  loop.run_for(50ms);
  EXPECT_EQ(manager.next(), "nothing") << "not before it is ready";
  loop.restart();
  service.ready("");
  manager.next();
  EXPECT_EQ(manager.next(), "WATCHDOG=1");
  std::this_thread::sleep_for(60ms);  // the loop hangs
  EXPECT_EQ(manager.next(), "nothing");
  for (int fed = 0; fed < 3; ++fed) {
    loop.run_one();
    EXPECT_EQ(manager.next(), "WATCHDOG=1");
  }
}

TEST(Service, WithoutAManagerDoesNothing) {
  unsetenv("NOTIFY_SOCKET");
  boost::asio::io_context loop;
  Service service(loop.get_executor());
  service.ready("alone");
  EXPECT_EQ(loop.run(), 0U);
}

enum class Kind { listening, connected, datagram };

int make(Kind kind) {
  if (kind == Kind::datagram) return socket(AF_UNIX, SOCK_DGRAM, 0);
  int pair[2];
  if (kind == Kind::connected) return socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 ? pair[0] : -1;
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof(sa_family_t));  // the kernel picks an abstract name
  listen(fd, 1);
  return fd;
}

/// The result of take_activation_sockets() in a process that was started with these sockets, as by systemd.
std::string activated(const std::vector<Kind>& kinds, const char* names, bool for_us = true) {
  int pipes[2];
  EXPECT_EQ(pipe(pipes), 0);
  const pid_t child = fork();
  if (child == 0) {
    const int out = dup2(pipes[1], 100);
    std::vector<int> made;
    for (const Kind kind : kinds) made.push_back(dup2(make(kind), 101 + static_cast<int>(made.size())));
    for (std::size_t i = 0; i < made.size(); ++i) dup2(made[i], 3 + static_cast<int>(i));
    setenv("LISTEN_PID", std::to_string(for_us ? getpid() : getppid()).c_str(), 1);
    setenv("LISTEN_FDS", std::to_string(kinds.size()).c_str(), 1);
    setenv("LISTEN_FDNAMES", names, 1);
    const auto sockets = take_activation_sockets();
    std::string said = sockets
                           ? "agent " + std::to_string(sockets->agent) + " control " + std::to_string(sockets->control)
                           : sockets.error().text();
    if (std::getenv("LISTEN_FDS") != nullptr) said += " LISTEN_FDS left";
    if (write(out, said.data(), said.size()) < 0) _exit(1);
    _exit(0);
  }
  close(pipes[1]);
  char text[1024];
  const ssize_t length = read(pipes[0], text, sizeof text);
  close(pipes[0]);
  waitpid(child, nullptr, 0);
  return {text, static_cast<std::size_t>(std::max<ssize_t>(length, 0))};
}

TEST(Activation, GivesTheSocketsByName) {
  EXPECT_EQ(activated({Kind::listening, Kind::listening}, "control:agent"), "agent 4 control 3");
  EXPECT_EQ(activated({Kind::listening}, "agent"), "agent 3 control -1");
}

TEST(Activation, IgnoresSocketsForAnotherProcess) {
  EXPECT_THAT(activated({Kind::listening}, "agent", false), StartsWith("agent -1 control -1"));
}

TEST(Activation, RefusesSocketsThatItCannotServe) {
  EXPECT_THAT(activated({Kind::listening}, "web"), HasSubstr("named 'web'"));
  EXPECT_THAT(activated({Kind::listening, Kind::listening}, "agent:agent"), HasSubstr("second of this name"));
  EXPECT_THAT(activated({Kind::datagram}, "agent"), HasSubstr("not a listening"));
  EXPECT_THAT(activated({Kind::connected}, "control"), HasSubstr("not a listening"));
}

}  // namespace
}  // namespace interlock::daemon
