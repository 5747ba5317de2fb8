/// Watches the folders with custom rules, so that a rule takes effect as soon as its file is saved. Also watches for
/// missing folders to be created. On the daemon's loop; idle while nothing changes.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace interlock::daemon {

class RulesWatch {
 public:
  explicit RulesWatch(boost::asio::any_io_executor executor) : executor_(std::move(executor)) {}
  ~RulesWatch() { stop(); }

  /// Calls `changed` once a burst of changes is over. If the kernel cannot watch (out of watches), logs it;
  /// `interlockctl reload` still works.
  void start(std::vector<std::string> dirs, std::function<void()> changed);
  void stop();

 private:
  struct Watch;
  boost::asio::any_io_executor executor_;
  std::shared_ptr<Watch> watch_;
};

}  // namespace interlock::daemon
