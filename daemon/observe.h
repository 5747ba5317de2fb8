/// The reply of `observe`: which windows are asked for, what is visible in them by their applications' word, and what
/// of it the session is shown. On the daemon's loop.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <chrono>
#include <functional>
#include <memory>

#include "daemon/agents.h"
#include "daemon/events.h"
#include "daemon/observer.h"
#include "daemon/tree_reply.h"
#include "ipc/server.h"

namespace interlock::daemon {

class Observe {
 public:
  /// For all applications together to answer in; what is left of 300 ms is for making the reply.
  static constexpr std::chrono::milliseconds limit{250};

  Observe(std::function<Eyes()> eyes, Events& events) : eyes_(std::move(eyes)), events_(events) {}

  boost::asio::awaitable<ipc::Answer> observe(std::shared_ptr<Session> session, ipc::Observe call);

 private:
  /// A window that is asked for, and what belongs to it and lies over it.
  struct Wanted {
    gate::Window window;
    bool active = false;
    std::vector<gate::Rect> popups;
    std::vector<gate::Rect> above;
  };
  boost::asio::awaitable<tl::expected<std::vector<Wanted>, ipc::RpcError>> find(Eyes eyes, const Session& session,
                                                                                const ipc::Observe& call,
                                                                                platform::Deadline deadline) const;
  boost::asio::awaitable<ShownWindow> look(Eyes eyes, Session& session, Wanted wanted, std::string within,
                                           platform::Deadline deadline, ShownText& text) const;
  void tell(const Session& session, const std::vector<ShownWindow>& windows, const boost::json::object& counts) const;

  std::function<Eyes()> eyes_;
  Events& events_;
};

}  // namespace interlock::daemon
