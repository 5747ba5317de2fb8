/// Events for watchers of the control socket.
#pragma once

#include <boost/json.hpp>
#include <memory>
#include <string_view>
#include <vector>

#include "ipc/server.h"

namespace interlock::daemon {

class Events {
 public:
  void add(std::shared_ptr<ipc::Connection> watcher) { watchers_.push_back(std::move(watcher)); }
  /// Sends to all watchers; removes those whose connection has closed.
  void send(std::string_view name, const boost::json::object& params);

 private:
  std::vector<std::shared_ptr<ipc::Connection>> watchers_;
};

}  // namespace interlock::daemon
