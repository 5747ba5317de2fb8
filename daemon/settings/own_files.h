/// Reacts to changes of interlock's own files: saved rules, a reload by a signal, an audit log that was moved or
/// deleted. A person's change takes effect. Otherwise, once agents have acted, an agent may have caused it through an
/// editor, a file manager or a terminal: the previous state stays in effect, agents pause, and the person is asked. On
/// the daemon's loop.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <functional>
#include <string>
#include <string_view>

#include "daemon/asking/confirmations.h"
#include "daemon/desk/activity.h"
#include "daemon/desk/desktop.h"
#include "daemon/path/stops.h"
#include "policy/settings.h"

namespace interlock::daemon {

class OwnFiles {
 public:
  struct Deps {
    std::function<void(std::string_view what, boost::json::object fields)> note;  ///< for the audit log
    std::function<Reach()> reach;
    const Activity& activity;
    Confirmations& confirmations;
    Stops& stops;
    const policy::DaemonSettings& settings;
  };
  OwnFiles(boost::asio::any_io_executor executor, Deps deps) : executor_(std::move(executor)), deps_(std::move(deps)) {}

  /// True if a change at this moment counts as a person's: no agent has acted since the machine started, or there was a
  /// press on a real device a few seconds ago and no agent has acted since.
  bool by_hand() const;
  /// Something changed that no person seems to have changed: pauses, records it and asks. `what` is a sentence about
  /// it, `accept` says what a yes does ("Load the changed rules"). After a yes `accepted` is called and the pause ends.
  void report(std::string what, std::string accept, std::function<void()> accepted);

 private:
  boost::asio::awaitable<void> ask(std::string what, std::string accept, std::function<void()> accepted);

  boost::asio::any_io_executor executor_;
  Deps deps_;
  bool asking_ = false;
};

}  // namespace interlock::daemon
