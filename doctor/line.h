/// One line of the report of `interlockctl doctor`.
#pragma once

#include <string>
#include <vector>

namespace interlock::doctor {

enum class State {
  good,
  note,     ///< information; nothing to do
  warning,  ///< works, but is less safe or less useful than it could be
  bad,      ///< does not work, or is a way to bypass interlock
};
const char* state_name(State state);

struct Line {
  std::string check;  ///< "notifications"
  State state = State::good;
  std::string seen;
  std::string todo = {};  ///< what a person can do; empty if there is nothing
  bool fixable = false;   ///< `doctor --fix` fixes it
};
using Lines = std::vector<Line>;

/// The worst state of the lines.
State worst(const Lines& lines);

}  // namespace interlock::doctor
