#include "tests/soak/service.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <stdexcept>

namespace interlock::soak {
namespace {

using namespace std::chrono_literals;

/// The unit's text after `key=`.
std::string unit_setting(const std::string& key) {
  std::istringstream lines(test::read_file(std::string(INTERLOCK_SOURCE_DIR) + "/systemd/interlockd.service.in"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(key + "=")) return line.substr(key.size() + 1);
  }
  throw std::runtime_error("systemd/interlockd.service.in has no " + key);
}

int listening(const std::string& path) {
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  if (bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 || listen(fd, 128) != 0) {
    throw std::runtime_error("cannot listen at " + path);
  }
  return fd;
}

test::Process::Environment with_sockets(test::Process::Environment environment) {
  environment["LISTEN_FDS"] = "2";
  environment["LISTEN_FDNAMES"] = "agent:control";
  return environment;
}

}  // namespace

Service::Service(const test::Desktop& desktop, std::string log)
    : environment_(with_sockets(desktop.environment())), log_(std::move(log)) {
  const auto restart = unit_setting("RestartSec");
  if (!restart.ends_with("ms") || unit_setting("Restart") != "on-failure") {
    throw std::runtime_error("systemd/interlockd.service.in restarts in another way than this harness does");
  }
  pause_ = std::chrono::milliseconds{std::stoi(restart)};
  interval_ = std::chrono::seconds{std::stoi(unit_setting("StartLimitIntervalSec"))};
  limit_ = std::stoul(unit_setting("StartLimitBurst"));
  const auto dir = desktop.environment().at("XDG_RUNTIME_DIR") + "/interlock";
  std::filesystem::create_directories(dir);
  agent_socket_ = listening(dir + "/agent.sock");
  control_socket_ = listening(dir + "/control.sock");
  start();
  supervisor_ = std::thread([this] { supervise(); });
}

Service::~Service() {
  ending_ = true;
  supervisor_.join();
  process_.signal(SIGCONT);
  process_.signal(SIGTERM);
  process_.wait();
  close(agent_socket_);
  close(control_socket_);
}

void Service::start() {
  // LISTEN_PID must be the process that takes the sockets: the shell, which becomes it by exec.
  const std::string program = std::string(INTERLOCK_BINARY_DIR) + "/daemon/interlockd";
  const std::vector<std::string> command = {"/bin/sh", "-c", "LISTEN_PID=$$ exec '" + program + "'"};
  auto process = test::Process::start(command, environment_, log_, {agent_socket_, control_socket_});
  const std::lock_guard lock(mutex_);
  process_ = std::move(process);
  started_.push_back(Clock::now());
  ++starts_;
}

void Service::supervise() {
  while (!ending_) {
    std::this_thread::sleep_for(2ms);
    bool runs = true;
    {
      const std::lock_guard lock(mutex_);
      runs = process_.running();
    }
    if (runs || given_up_) continue;
    std::this_thread::sleep_for(pause_);
    if (!may_fail()) {
      given_up_ = true;
    } else {
      start();
    }
  }
}

bool Service::may_fail() const {
  const std::lock_guard lock(mutex_);
  std::size_t recent = 0;
  for (const auto at : started_) recent += Clock::now() - at < interval_;
  return recent < limit_;
}

pid_t Service::pid() const {
  const std::lock_guard lock(mutex_);
  return process_.pid();
}

void Service::signal(int number) {
  const std::lock_guard lock(mutex_);
  process_.signal(number);
}

}  // namespace interlock::soak
