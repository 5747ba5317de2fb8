/// Sends people messages that questions wait, by webhooks and ntfy, on a thread of its own.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "clients/console/push_targets.h"
#include "clients/console/push_times.h"

namespace interlock::console {

class Push {
 public:
  /// `open`: the ids of the open questions; called on the thread of this object, where it may wait.
  Push(std::vector<PushTarget> targets, std::string origin, std::function<std::set<std::string>()> open);
  ~Push();
  /// Questions may have come or gone. From any thread.
  void look_again();

 private:
  void run();

  std::vector<PushTarget> targets_;
  std::string origin_;
  std::function<std::set<std::string>()> open_;
  PushTimes times_;
  std::mutex guard_;
  std::condition_variable changed_;
  bool look_ = true, stop_ = false;
  std::thread thread_;
};

}  // namespace interlock::console
