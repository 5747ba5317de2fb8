/// What follows when interlock's own files change: rules that are saved, a reload that a signal asks for, an audit log
/// that was moved or deleted. By a person's hand it is as they want it. Otherwise, once agents have acted, it may be an
/// agent's work through an editor, a file manager or a terminal: what ran before goes on, agents pause, and the person
/// is asked. On the daemon's loop.
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

  /// Whether a change of this moment counts as a person's: no agent has acted since the machine started, or a real
  /// device was pressed a few seconds ago and no agent has acted since.
  bool by_hand() const;
  /// Something changed that no person seems to have changed: pauses, writes it down and asks. `what` is a sentence
  /// about it, `accept` says what a yes does ("Load the changed rules"). After a yes `accepted` is called and the pause
  /// ends.
  void report(std::string what, std::string accept, std::function<void()> accepted);

 private:
  boost::asio::awaitable<void> ask(std::string what, std::string accept, std::function<void()> accepted);

  boost::asio::any_io_executor executor_;
  Deps deps_;
  bool asking_ = false;
};

}  // namespace interlock::daemon
