#include "daemon/process/service.h"

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <sys/socket.h>
#include <systemd/sd-daemon.h>

namespace interlock::daemon {
namespace {

/// State lines are separated by newlines, so a status must not contain one: it could add READY=1.
std::string status_line(std::string_view status) {
  std::string line = "STATUS=" + std::string(status);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return line;
}

void tell(const std::string& state) {
  (void)sd_notify(0, state.c_str());  // without a manager this is no failure, and the manager notices a lost report
}

Error refused(const std::string& name, int fd, const std::string& why) {
  return {"systemd passed a socket that interlockd cannot serve",
          "descriptor " + std::to_string(fd) + " named '" + name + "': " + why,
          "use interlockd-agent.socket and interlockd-control.socket as they are shipped"};
}

struct FreeNames {
  char** names = nullptr;
  ~FreeNames() {
    for (char** name = names; name != nullptr && *name != nullptr; ++name) std::free(*name);
    std::free(names);
  }
};

}  // namespace

tl::expected<ActivationSockets, Error> take_activation_sockets() {
  FreeNames given;
  const int count = sd_listen_fds_with_names(1, &given.names);
  if (count < 0) {
    return tl::unexpected(Error{"cannot read what systemd passed", "LISTEN_FDS, LISTEN_FDNAMES",
                                "start interlockd by its unit, or without these variables"});
  }
  ActivationSockets sockets;
  for (int i = 0; i < count; ++i) {
    const int fd = SD_LISTEN_FDS_START + i;
    const std::string name = given.names[i];
    if (name != "agent" && name != "control") return tl::unexpected(refused(name, fd, "not 'agent' nor 'control'"));
    if (sd_is_socket_unix(fd, SOCK_STREAM, 1, nullptr, 0) <= 0) {
      return tl::unexpected(refused(name, fd, "not a listening Unix stream socket"));
    }
    int& socket = name == "agent" ? sockets.agent : sockets.control;
    if (socket >= 0) return tl::unexpected(refused(name, fd, "the second of this name"));
    socket = fd;
  }
  return sockets;
}

struct Service::Watchdog : std::enable_shared_from_this<Watchdog> {
  Watchdog(boost::asio::any_io_executor executor, std::chrono::microseconds limit)
      : timer(std::move(executor)), period(limit / 2) {}

  void feed() {
    tell("WATCHDOG=1");
    timer.expires_after(period);
    timer.async_wait([weak = weak_from_this()](boost::system::error_code stopped) {
      if (const auto self = weak.lock(); self && !stopped) self->feed();
    });
  }

  boost::asio::steady_timer timer;
  std::chrono::microseconds period;  ///< half of the limit, as sd_watchdog_enabled(3) advises
};

Service::Service(boost::asio::any_io_executor executor) {
  std::uint64_t microseconds = 0;
  if (sd_watchdog_enabled(0, &microseconds) > 0) {
    watchdog_ = std::make_shared<Watchdog>(std::move(executor), std::chrono::microseconds(microseconds));
  }
}

Service::~Service() = default;

void Service::ready(std::string_view status) {
  tell("READY=1\n" + status_line(status));
  if (watchdog_) watchdog_->feed();
}

void Service::status(std::string_view status) {
  tell(status_line(status));
}

void Service::reloading() {
  // With the time, a manager that supports Type=notify-reload can match reloads to reports.
  const auto now = std::chrono::steady_clock::now().time_since_epoch();  // CLOCK_MONOTONIC
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
  tell("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(microseconds) + "\n" + status_line("reading the policy"));
}

void Service::stopping(std::string_view status) {
  tell("STOPPING=1\n" + status_line(status));
}

}  // namespace interlock::daemon
