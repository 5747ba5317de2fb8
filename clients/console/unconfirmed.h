/// Answers given here of which a desktop has not said what became of them: the person who gave one is told that, and
/// what came of it if the desktop says so later. Bounded. Time is an argument. Not thread-safe.
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
  /// The desktop says what became of it, in a phrase. What add() got; nothing: no answer that is shown has this key.
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
