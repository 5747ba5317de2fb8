/// One line of what the doctor says.
#pragma once

#include <string>
#include <vector>

namespace interlock::doctor {

enum class State {
  good,
  note,     ///< worth knowing; nothing to do
  warning,  ///< works, but less safely or less well than it could
  bad,      ///< does not work, or a way past interlock
};
const char* state_name(State state);

struct Line {
  std::string check;  ///< "notifications"
  State state = State::good;
  std::string seen;
  std::string todo = {};  ///< what a person can do; empty when there is nothing
  bool mendable = false;  ///< `doctor --fix` does it
};
using Lines = std::vector<Line>;

/// The worst of them.
State worst(const Lines& lines);

}  // namespace interlock::doctor
