/// What interlockd reports about the desktop that connects to it (docs/wayland.md).
#pragma once

#include <optional>
#include <string>

#include "doctor/checks.h"

namespace interlock::doctor {

struct Desk {
  bool works = false;
  std::string message;   ///< for people
  std::string advisory;  ///< why it does not enforce what was judged; empty if it does
};

/// Nothing: interlockd uses an X display, or does not answer.
std::optional<Desk> desk_of(const Here& here);

}  // namespace interlock::doctor
