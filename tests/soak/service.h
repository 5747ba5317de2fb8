/// interlockd as systemd runs it with systemd/interlockd.service.in: its sockets stay open, and if it fails it is
/// restarted after the unit's RestartSec, as often as the unit's start limit allows.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

#include "tests/desktop/desktop.h"

namespace interlock::soak {

class Service {
 public:
  /// Starts it; throws if the unit file lacks what is needed.
  Service(const test::Desktop& desktop, std::string log);
  ~Service();  ///< SIGTERM
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  pid_t pid() const;
  int starts() const { return starts_; }
  /// Whether systemd would restart it if it failed now.
  bool may_fail() const;
  /// It was started `limit` times within the interval and stays down.
  bool given_up() const { return given_up_; }
  void signal(int number);

 private:
  using Clock = std::chrono::steady_clock;
  void start();
  void supervise();

  const test::Process::Environment environment_;
  const std::string log_;
  std::chrono::milliseconds pause_{};
  std::chrono::seconds interval_{};
  std::size_t limit_ = 0;
  int agent_socket_ = -1, control_socket_ = -1;
  mutable std::mutex mutex_;
  test::Process process_;
  std::deque<Clock::time_point> started_;
  std::atomic<int> starts_{0};
  std::atomic<bool> ending_{false}, given_up_{false};
  std::thread supervisor_;
};

}  // namespace interlock::soak
