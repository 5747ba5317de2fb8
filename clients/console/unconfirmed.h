/// Answers that were sent to a desktop and whose result it has not reported in time. The page lists them, and the
/// result if the desktop reports it later. Bounded. Time is an argument. Not thread-safe.
#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <deque>
#include <optional>
#include <string>

namespace interlock::console {

class Unconfirmed {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::size_t most = 64;
  static constexpr std::chrono::minutes shown_for{60};

  /// `key`: of its result. `about`: what the page shows of it. `closes`: the deadline of its question.
  void add(std::string key, boost::json::object about, Time closes, Time now);
  /// The desktop reports the result: `said`, a phrase. Returns what add() got; nothing if no answer with this key waits
  /// for a result.
  std::optional<boost::json::object> confirm(const std::string& key, const std::string& said);
  /// What add() got, oldest first, with `expires_in_ms` (0: its question is closed) and `said` (once it is confirmed).
  boost::json::array list(Time now);

 private:
  struct Given {
    std::string key;
    boost::json::object about;
    Time closes, given;
  };
  std::deque<Given> all_;
};

}  // namespace interlock::console
