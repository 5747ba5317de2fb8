/// Who asks, as rules may want to know it. A plain value.
#pragma once

#include <string>

namespace interlock {

struct Principal {
  std::string agent;      ///< the name that it gave its session; it may give any
  std::string program;    ///< its executable, by the kernel's word: "/usr/bin/python3"; empty where nobody knows
  std::string directive;  ///< its task, in its own words
};

}  // namespace interlock
