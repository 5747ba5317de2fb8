/// Makes the reply of `observe`: finds the requested windows, reads what their applications report as visible, and
/// selects what the session may see. On the daemon's loop.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <chrono>
#include <functional>
#include <memory>

#include "daemon/desk/observer.h"
#include "daemon/sessions/agents.h"
#include "daemon/sessions/events.h"
#include "daemon/showing/tree_reply.h"
#include "daemon/showing/writing_time.h"
#include "ipc/server.h"

namespace interlock::daemon {

class ObserveMethod {
 public:
  /// From the request to its reply. Time for making the reply is reserved; applications answer in the rest.
  static constexpr std::chrono::milliseconds limit{300};

  ObserveMethod(std::function<Eyes()> eyes, Events& events) : eyes_(std::move(eyes)), events_(events) {}

  boost::asio::awaitable<ipc::Answer> observe(std::shared_ptr<Session> session, ipc::Observe call);

 private:
  /// A requested window, with its popups and the windows that cover it.
  struct Wanted {
    Window window;
    bool active = false;
    std::vector<Rect> popups;
    std::vector<Rect> above;
  };
  struct Times {
    platform::Deadline answers;  ///< for the window's application
    platform::Deadline end;      ///< for reading its answer
    platform::Deadline read;     ///< when it was read: set by read_window()
  };
  boost::asio::awaitable<tl::expected<std::vector<Wanted>, ipc::RpcError>> find(Eyes eyes, const Session& session,
                                                                                const ipc::Observe& call,
                                                                                platform::Deadline deadline) const;
  boost::asio::awaitable<ShownWindow> read_window(Eyes eyes, Session& session, Wanted wanted, std::string within,
                                                  Times& times, ShownText& text) const;
  void tell(const Session& session, const std::vector<ShownWindow>& windows, const boost::json::object& counts) const;

  std::function<Eyes()> eyes_;
  Events& events_;
  WritingTime writing_;
};

}  // namespace interlock::daemon
