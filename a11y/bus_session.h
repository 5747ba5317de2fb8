/// What is remembered about the accessibility bus while one connection to it lasts.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "a11y/ancestry.h"
#include "a11y/directory.h"
#include "a11y/focus_tracker.h"
#include "a11y/look.h"
#include "a11y/recipes.h"
#include "a11y/routes.h"
#include "a11y/settled.h"
#include "a11y/top_levels.h"
#include "a11y/wake.h"
#include "values/error.h"

namespace interlock::a11y {

struct BusSession {
  std::shared_ptr<dbus::Connection> bus;
  std::shared_ptr<Routes> routes;
  std::shared_ptr<Directory> directory;
  std::shared_ptr<FocusTracker> focus;
  TopLevels top_levels;
  Settled settled;
  Recipes recipes;
  Awakenings awakenings;
  Parents parents;
  std::set<std::string> silent;  ///< applications that did not answer in a look's whole `slow_time`
};

/// What a toolkit that answers slowly gets, beyond a look's deadline. Source: LibreOffice on 2 cores with load 12.
inline constexpr std::chrono::milliseconds slow_time{1500};

/// Finds the top-level of the window, as TopLevels::find, in a look that gets `slow_time` if one of the applications
/// answers slowly: `look` is that one then. An application that did not answer in all that time does not get it again
/// before it has answered once.
Awaitable<Seen<TopLevel>> find_in_time(std::shared_ptr<BusSession> session, Look& look,
                                       std::vector<Application> applications, Window window, TopLevels::Verify when);

/// Makes the window `top`, which shows none of its content, show it (a11y/wake.h). Returns a new look with `limit` from
/// then on; nothing if the window still shows none, or if this was tried a short time ago.
Awaitable<std::optional<Look>> look_after_waking(std::shared_ptr<BusSession> session, Ref top,
                                                 std::chrono::milliseconds limit);

/// Owns the connection: opens it on first use, reopens it after it was lost, and limits failed attempts.
class Link : public std::enable_shared_from_this<Link> {
 public:
  Link(boost::asio::any_io_executor executor, WindowsOf windows_of,
       std::function<void(const std::optional<Error>&)> notice);

  /// Begins to connect if it is time to; returns at once.
  void start();
  /// The session, if there is one now.
  std::shared_ptr<BusSession> current() const { return session_ && session_->bus->is_open() ? session_ : nullptr; }
  /// The session; waits if it is being made; no_accessibility_bus if there is none by `deadline`.
  Awaitable<Seen<std::shared_ptr<BusSession>>> session(Deadline deadline);

 private:
  static Awaitable<void> connect(std::shared_ptr<Link> self);
  void connected(tl::expected<std::shared_ptr<dbus::Connection>, Error> bus);
  void say(const Error& error);

  boost::asio::any_io_executor executor_;
  WindowsOf windows_of_;
  std::function<void(const std::optional<Error>&)> notice_;
  std::shared_ptr<BusSession> session_;
  std::set<boost::asio::steady_timer*> waiting_;  ///< cancelled when an attempt to connect ended
  bool connecting_ = false;
  bool complained_ = false;
  Deadline next_try_{};
  std::chrono::milliseconds back_off_;
};

}  // namespace interlock::a11y
