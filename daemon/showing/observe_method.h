/// Makes the reply of `observe`, and what `act` adds to its reply: finds the requested windows, reads what their
/// applications report as visible, and selects what the session may see. On the daemon's loop.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <chrono>
#include <functional>
#include <memory>

#include "daemon/desk/observer.h"
#include "daemon/desk/openings.h"
#include "daemon/sessions/agents.h"
#include "daemon/sessions/events.h"
#include "daemon/showing/looks.h"
#include "daemon/showing/wanted_windows.h"
#include "daemon/showing/writing_time.h"
#include "ipc/server.h"

namespace interlock::daemon {

class ObserveMethod {
 public:
  /// From the request to its reply. Time for making the reply is reserved; applications answer in the rest. Later:
  /// windows that have just opened (Openings), windows whose pixels are read, LibreOffice (a11y/tree_reader.h).
  static constexpr std::chrono::milliseconds limit{300};

  ObserveMethod(std::function<Eyes()> eyes, Events& events, Openings& openings)
      : eyes_(std::move(eyes)), events_(events), openings_(openings) {}

  boost::asio::awaitable<ipc::Answer> observe(std::shared_ptr<Session> session, ipc::Observe call);

  /// Waits until the active window is quiet (daemon/showing/quiet.h), at most `settle`, and reports what has changed
  /// since the session's last look. Holds nothing meanwhile: other agents act.
  boost::asio::awaitable<boost::json::object> after_act(std::shared_ptr<Session> session,
                                                        std::chrono::milliseconds settle);

 private:
  struct Times {
    platform::Deadline answers;  ///< for the window's application
    platform::Deadline end;      ///< for reading its answer
    platform::Deadline read;     ///< when it was read: set by look_at()
    /// For reading the pixels of windows that show no tree, until now: the others have so much more time.
    std::chrono::steady_clock::duration pixels{};
    /// For windows that have just opened, until they show a tree, and for toolkits that answer slowly, until now; the
    /// first not beyond `latest`.
    std::chrono::steady_clock::duration waited{};
    platform::Deadline latest = platform::Deadline::max();
  };
  /// The active window, as it was read last.
  struct Sighted {
    WantedWindows windows;
    Known<a11y::VisibleTree> tree;
    bool quiet = false;
  };
  /// The window's tree; that of a window that has just opened is waited for.
  boost::asio::awaitable<Known<a11y::VisibleTree>> tree_of(Eyes eyes, WantedWindow wanted, Times& times);
  /// The window's tree, or the texts of its picture if it shows none.
  boost::asio::awaitable<Known<a11y::VisibleTree>> look_at(Eyes eyes, std::shared_ptr<const Session> session,
                                                           WantedWindow wanted, Times& times);
  /// `reading`: of the active window.
  boost::asio::awaitable<ShownWindow> read_window(Eyes eyes, std::shared_ptr<Session> session, WantedWindow wanted,
                                                  std::string within, Times& times, ShownText& text,
                                                  std::optional<Reading>& reading);
  boost::asio::awaitable<Sighted> wait_until_quiet(std::shared_ptr<Session> session, std::chrono::milliseconds settle);
  /// Also sends an event, if something was taken out.
  boost::json::object count_redactions(const Session& session, const std::vector<ShownWindow>& windows,
                                       const ShownText& text) const;

  std::function<Eyes()> eyes_;
  Events& events_;
  Openings& openings_;
  WritingTime writing_;
  Looks looks_;
};

}  // namespace interlock::daemon
