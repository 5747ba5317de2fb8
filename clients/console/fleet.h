/// The desktops behind a broker and their open questions, from messages that anybody may have written. Bounded, and
/// fair: whatever one desktop sends, those of the others are shown. Time is an argument. Not thread-safe.
#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "clients/broker/link.h"
#include "clients/broker/topics.h"

namespace interlock::console {

class Fleet {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::size_t most_desktops = 10'000;
  static constexpr std::size_t most_of_one = 64;  ///< questions of one desktop that are kept
  static constexpr std::size_t most_shown = 400;  ///< questions that questions() returns

  enum class Taken : std::uint8_t {
    nothing,   ///< as before
    changed,   ///< what is shown differs
    question,  ///< there is a new question
    refused,   ///< not a message as desktops send it, or a statement that is not of what is with it
    too_many,  ///< one above a limit
  };
  /// A state, a question, or the question whose yes pauses a desktop.
  Taken take(const broker::Topic& topic, const broker::Message& message, Time now);
  /// After a new connection, before the broker sends again all messages that it retains.
  void clear() { desktops_.clear(); }

  /// The open ones, the oldest of each desktop first, then the second of each, with `desktop`, `group`
  /// (broker::group_of), `online` and the time that is left.
  boost::json::array questions(Time now);
  /// The question whose yes pauses this desktop; nothing: it offers none now.
  std::optional<boost::json::object> pause(const std::string& desktop, Time now) const;
  /// All desktops: name, state, number of questions.
  boost::json::array desktops() const;
  /// "NAME ID" of each open question.
  std::set<std::string> open(Time now);
  /// How much longer this question is open; nothing: it is not.
  std::optional<std::chrono::milliseconds> left(const std::string& desktop, const std::string& id, Time now) const;
  bool is_online(const std::string& desktop) const;  ///< also while it is paused
  /// By state: "online", "paused", "waiting", "offline".
  std::map<std::string, std::size_t> states() const;
  /// The rule of a question; empty: it is not open.
  std::string rule_of(const std::string& desktop, const std::string& id) const;
  /// For a history: who asked for what and why; empty: it is not open.
  boost::json::object summary(const std::string& desktop, const std::string& id) const;

 private:
  struct Open {
    boost::json::object question;
    Time closes;
    std::uint64_t number = 0;  ///< increases
  };
  struct Desktop {
    std::string state = "offline";
    std::map<std::string, Open> questions;
    std::optional<Open> pause;
  };
  Taken take_state(const std::string& name, const std::string& state);
  Taken take_question(const broker::Topic& topic, const broker::Message& message, Time now);
  Taken take_pause(const std::string& name, const broker::Message& message, Time now);
  void close_old(Desktop& desktop, Time now);
  const Open* find(const std::string& desktop, const std::string& id) const;
  /// Null: there are too many.
  Desktop* at(const std::string& name);

  std::map<std::string, Desktop> desktops_;
  std::uint64_t number_ = 0;
};

}  // namespace interlock::console
