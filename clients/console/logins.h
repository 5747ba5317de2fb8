/// One-time links and the sessions that they open. A session may look and deny; it approves nothing. Time is an
/// argument. Bounded: the oldest goes first.
#pragma once

#include <chrono>
#include <deque>
#include <string>

namespace interlock::console {

class Logins {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::minutes link_lasts{5};
  static constexpr std::chrono::hours session_lasts{12};  ///< since it was last used
  static constexpr std::size_t most = 64;                 ///< of each

  /// The secret part of a link.
  std::string new_link(Time now);
  /// Uses a link up and opens a session; empty: there is no such link.
  std::string open(const std::string& link, Time now);
  bool is_open(const std::string& session, Time now);
  void close(const std::string& session);

 private:
  struct Entry {
    std::string secret;
    Time until;
  };
  std::deque<Entry> links_, sessions_;
};

}  // namespace interlock::console
