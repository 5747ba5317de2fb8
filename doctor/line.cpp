#include "doctor/line.h"

#include <algorithm>

namespace interlock::doctor {

const char* state_name(State state) {
  constexpr const char* names[] = {"good", "note", "warning", "bad"};
  return names[static_cast<std::size_t>(state)];
}

State worst(const Lines& lines) {
  State found = State::good;
  for (const auto& line : lines) found = std::max(found, line.state);
  return found;
}

}  // namespace interlock::doctor
