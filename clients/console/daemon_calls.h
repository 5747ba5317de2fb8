/// What the console asks interlockd. Blocking: call it on threads that may wait.
#pragma once

#include <atomic>
#include <boost/json.hpp>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <tl/expected.hpp>

#include "clients/console/settings.h"
#include "ipc/client.h"

namespace interlock::console {

class DaemonCalls {
 public:
  explicit DaemonCalls(const Settings& settings) : settings_(settings) {}

  using Answer = tl::expected<boost::json::object, std::string>;
  /// An answer to a question, as the page sent it: `params` of the method `answer`.
  Answer answer(boost::json::object params) const;
  /// The ids of the open questions; empty if interlockd cannot be reached.
  std::set<std::string> open_questions() const;
  Answer pause() const;
  /// Pauses all agents. `vnc`: the socket for VNC viewers of this desktop, if `interlockctl desktop --vnc` made it.
  Answer take_over() const;
  Answer halt(const std::string& session) const;  ///< empty: all sessions
  /// PNG of a question's target; nothing: there is none.
  std::optional<std::string> picture(const std::string& id) const;
  /// PNG of the screen, masked as for an agent; nothing: not allowed or not available.
  std::optional<std::string> view();

  /// Everything that the page shows: questions, sessions, policy.
  boost::json::object state() const;

 private:
  const Settings& settings_;
  std::mutex view_guard_;
  std::optional<ipc::Client> viewer_;  ///< an agent's connection of our own
};

/// Follows the events of interlockd on threads of its own, and reports when something has changed.
class DaemonWatch {
 public:
  /// Null: the connection was made or lost.
  using Changed = std::function<void(const boost::json::object* event)>;
  /// `changed` is called on threads of the watch.
  DaemonWatch(const Settings& settings, Changed changed);
  ~DaemonWatch();

 private:
  void follow(const std::string& socket, const char* method, boost::json::object params);

  const Settings& settings_;
  Changed changed_;
  std::atomic<bool> stop_{false};
  std::vector<std::thread> threads_;
};

}  // namespace interlock::console
