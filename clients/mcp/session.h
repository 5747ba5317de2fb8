/// This server's session with interlockd: opened when possible, and again after interlockd was restarted.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clients/mcp/daemon_link.h"
#include "clients/mcp/message.h"

namespace interlock::mcp {

/// The parameters of a session.
struct Task {
  std::string name;  ///< shown to people; empty: the host's own name
  std::optional<std::string> directive;
  std::optional<std::string> scope;  ///< "read", "navigate", "interact", "fill_form"
};

class DaemonSession {
 public:
  using Ready = std::function<void(const std::optional<RpcError>&)>;

  DaemonSession(std::string socket, Task task) : link_(std::move(socket)), task_(std::move(task)) {}

  void set_name(const std::string& name) {
    if (task_.name.empty()) task_.name = name;
  }
  const Task& task() const { return task_; }
  bool is_open() const { return open_; }

  /// Connects and opens the session if necessary. `ready` is called when it is open, or with the error.
  void need(Ready ready);
  /// As DaemonLink::call, when the session is open.
  void call(std::string method, json::object params, std::chrono::milliseconds patience, DaemonLink::Answer answer);
  /// Must be called after data arrived on the link: detects a lost connection.
  void settle();
  /// Called each time the session was opened.
  std::function<void()> on_open = [] {};

  DaemonLink& link() { return link_; }
  const DaemonLink& link() const { return link_; }

 private:
  void opened(const std::optional<RpcError>& error);

  DaemonLink link_;
  Task task_;
  bool opening_ = false;
  bool open_ = false;
  std::vector<Ready> waiting_;
};

}  // namespace interlock::mcp
