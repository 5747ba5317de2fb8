/// What each session was shown last: the later replies report the changes since then. On the daemon's loop.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "daemon/showing/quiet.h"
#include "daemon/showing/tree_reply.h"

namespace interlock::daemon {

/// One reply that listed windows as a whole, or their changes.
struct LookTaken {
  std::uint64_t number = 0;              ///< counted in its session, from 1
  std::uint64_t active = 0;              ///< id of the active window; 0: none
  std::vector<std::uint64_t> on_screen;  ///< ids of all windows then
  std::vector<ShownWindow> shown;
  std::optional<Reading> reading;  ///< of the active window, if it was shown

  /// Null if the window was not in it.
  const ShownWindow* window(std::uint64_t id) const;
};

class Looks {
 public:
  /// Of one session; older ones are forgotten.
  static constexpr std::size_t most = 4;
  /// A session as it owns itself: with the session its looks are forgotten.
  using Owner = std::shared_ptr<const void>;

  /// Returns the look's number.
  std::uint64_t remember(const Owner& session, LookTaken look);
  /// Null if it was forgotten, or never was.
  const LookTaken* numbered(const Owner& session, std::uint64_t number) const;
  const LookTaken* latest(const Owner& session) const;
  /// The last one in which the session was shown this window.
  const LookTaken* latest_of(const Owner& session, std::uint64_t window) const;

 private:
  struct OfSession {
    std::deque<LookTaken> looks;
    std::uint64_t last = 0;
  };
  const OfSession* of(const Owner& session) const;

  std::map<std::weak_ptr<const void>, OfSession, std::owner_less<std::weak_ptr<const void>>> sessions_;
};

}  // namespace interlock::daemon
