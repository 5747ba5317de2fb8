/// When a person gets a message that questions wait: at most once a minute. Time is an argument. Pure.
#pragma once

#include <chrono>
#include <map>
#include <set>
#include <string>

namespace interlock::console {

class PushTimes {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::minutes apart{1};

  /// True if this person is to get a message now: one of these open questions is new to them, and the last message is
  /// old enough. The message counts as sent.
  bool due(const std::string& person, const std::set<std::string>& open, Time now);

 private:
  struct Told {
    Time at;
    std::set<std::string> questions;  ///< those that were open then
  };
  std::map<std::string, Told> told_;
};

}  // namespace interlock::console
