/// Who asks for an action; rules may depend on it. A plain value.
#pragma once

#include <string>

namespace interlock {

struct Principal {
  std::string agent;      ///< the name that the agent gave its session; not verified
  std::string program;    ///< its executable, as the kernel reports it: "/usr/bin/python3"; empty if unknown
  std::string directive;  ///< its task, in its own words
};

}  // namespace interlock
