/// Answers of people that are still valid: lasting approvals, recent denials, and each session's number of denials in a
/// row. Bounded; the oldest is forgotten first, so that people are only asked again. Time is an argument.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "values/lifespan.h"

namespace interlock::daemon {

class RememberedAnswers {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::size_t most = 256;               ///< answers of each kind
  static constexpr std::size_t longest_about = 1 << 16;  ///< bytes; a longer consent is not remembered

  struct Recalled {
    bool approved = false;
    std::string why;        ///< for people: "approved before, for this session"
    std::string word = {};  ///< that the person said with a no
  };
  /// The valid answer about this, if any. A denial takes precedence over an approval.
  std::optional<Recalled> recall(const std::string& session, const std::string& about, Time now);

  void approved(const std::string& session, const std::string& about, const Lifespan& lifespan, Time now);
  /// Returns the session's number of denials in a row. The denial is valid for `memory`.
  std::uint32_t denied(const std::string& session, const std::string& about, const std::string& word,
                       std::chrono::seconds memory, Time now);

  void forget_session(const std::string& session);
  void forget_all();

 private:
  struct Answer {
    std::string session;
    std::string about;
    Time until;
    std::string why;
    std::string word = {};
  };
  static const Answer* find(std::deque<Answer>& answers, const std::string& session, const std::string& about,
                            Time now);
  static void add(std::deque<Answer>& answers, Answer answer);

  std::deque<Answer> yes_, no_;  ///< oldest first
  std::map<std::string, std::uint32_t> in_a_row_;
};

}  // namespace interlock::daemon
