/// The programs of a desktop, as objects that can be killed and started again as before.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/desktop/desktop.h"

namespace interlock::test {

class Part {
 public:
  using Find = std::function<std::vector<pid_t>()>;
  /// `find` returns its processes, the one that starts the others first; `ready`: whether it serves.
  Part(std::string name, Find find, std::function<bool()> ready);

  const std::string& name() const { return name_; }
  bool belongs() const { return !command_.empty(); }  ///< the desktop had it from the start
  bool is_there() const { return !find_().empty(); }
  bool ready() const { return ready_(); }
  /// Sends a signal to all its processes.
  void signal(int number) const;
  /// SIGKILL, and waits until it has ended.
  void kill();
  /// Starts it again with its command line and environment, and waits until it serves; throws if it does not. Adds its
  /// process group to the desktop's own list (scripts/desktop stop).
  void start_again(const Desktop& desktop);

 private:
  std::string name_;
  Find find_;
  std::function<bool()> ready_;
  std::vector<std::string> command_;
  Process::Environment environment_;
  Process process_;
};

class Parts {
 public:
  explicit Parts(const Desktop& desktop);

  Part& x() { return parts_[0]; }
  Part& session_bus() { return parts_[1]; }
  Part& a11y_bus() { return parts_[2]; }
  Part& notifier() { return parts_[4]; }

  /// Ends everything that does not outlive `gone` in a real session, then restarts what is missing, in order. True: the
  /// applications must be restarted as well.
  bool restore_after(const Part& gone);

 private:
  const Desktop& desktop_;
  std::vector<Part> parts_;
};

}  // namespace interlock::test
