/// An agent as a separate process: its requests and their answers go to its log, one JSON line each.
#pragma once

#include <cstdint>
#include <string>

#include "values/geometry.h"

namespace interlock::soak {

struct Plan {
  std::string kind = "steady";  ///< or one that misbehaves: see agent_misbehaving.cpp
  std::string socket;
  std::string name;
  std::string log;
  std::string rest_file;  ///< while it exists, a steady agent releases everything and requests nothing
  std::uint64_t seed = 1;
  double rate = 1;     ///< actions a second, on average
  bool holds = false;  ///< it also holds keys and buttons over more than one action
  Point next;          ///< a button that is allowed
  Point submit;        ///< one that is asked about
  Point note;          ///< a text field
};

/// Both run until SIGTERM, and exit with 0 if every request had been answered by then.
int behave(const Plan& plan);
int misbehave(const Plan& plan);

/// Set by SIGTERM.
bool told_to_end();

}  // namespace interlock::soak
