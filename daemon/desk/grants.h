/// Collects the facts about the caller of a control request, which daemon/desk/grant_rules.h judges. On the daemon's
/// loop.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <functional>
#include <string>

#include "daemon/desk/activity.h"
#include "daemon/desk/desktop.h"
#include "daemon/desk/grant_rules.h"
#include "ipc/server.h"
#include "policy/settings.h"

namespace interlock::daemon {

/// Converts to the clock of process start times. steady_clock stops while the machine sleeps; presses are recent enough
/// for that not to matter.
platform::SinceBoot since_boot_of(std::chrono::steady_clock::time_point at);

struct Grantor {
  GrantVerdict verdict;
  boost::json::object who;  ///< for records: the process, its ancestors and terminal, and the proof
};

class Grants {
 public:
  /// `backend`: of the display that agents act on.
  Grants(std::function<Reach()> reach, std::shared_ptr<const platform::Backend> backend, const Activity& activity)
      : reach_(std::move(reach)), backend_(std::move(backend)), activity_(activity) {}

  void set_replies(policy::Replies replies) { replies_ = replies; }
  boost::asio::awaitable<Grantor> judge(ipc::Peer peer) const;

 private:
  boost::asio::awaitable<GrantFacts> facts_of(const ipc::Peer& peer) const;
  boost::asio::awaitable<void> look_at_display(GrantFacts& facts) const;
  void look_at_devices(const Reach& reach, GrantFacts& facts) const;

  std::function<Reach()> reach_;
  std::shared_ptr<const platform::Backend> backend_;
  const Activity& activity_;
  policy::Replies replies_ = policy::Replies::real_input;
};

}  // namespace interlock::daemon
