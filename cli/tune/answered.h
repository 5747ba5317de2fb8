/// What the audit log says about the decisions: what was asked and answered, and what was taken back afterwards.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ipc/message.h"
#include "values/decision.h"

namespace interlock::cli {

struct Answered {
  std::string id;
  std::string agent;
  std::string session;
  std::string program;  ///< of the agent
  Decision decision = Decision::allow;
  std::string rule;  ///< that decided
  std::string code;
  std::string category;              ///< of a consequence: "submit"; empty: none
  std::string target;                ///< `push button "Save"`
  std::string name;                  ///< the target's label; empty: not known
  std::string role;                  ///< its role; empty: not known
  std::string place;                 ///< the page's host, else the window's program
  bool page = false;                 ///< the place is a host
  std::optional<double> confidence;  ///< the agent's own
  std::string outcome;               ///< of the question; empty: there was no question
  bool by_playbook = false;
  bool executed = false;
  std::int64_t began = 0;   ///< ms since 1970
  std::int64_t ended = 0;   ///< ms since 1970; 0: never completed
  bool undone = false;      ///< by `interlockctl undo`
  bool taken_over = false;  ///< a person took the mouse or keyboard right after it

  bool taken_back() const { return undone || taken_over; }
  /// Whether the person agreed with the act: by an answer, or by leaving an act as it was that needed none. Nothing:
  /// that is not known.
  std::optional<bool> right() const;
};

/// Takes the log's lines, oldest first.
class AnswerReader {
 public:
  /// A person who takes the mouse or keyboard within this time after an act is taken to object to it.
  static constexpr std::int64_t soon_ms = 10'000;

  void line(std::string_view text);
  /// Completed actions, in the order in which they began.
  std::vector<Answered> finish();

 private:
  void note(const ipc::json::object& record, std::int64_t time);

  std::vector<Answered> all_;
  std::map<std::string, std::size_t, std::less<>> by_id_;
  std::map<std::string, std::size_t, std::less<>> last_of_session_;
};

}  // namespace interlock::cli
