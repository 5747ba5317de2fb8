/// An error at an interface to the outside, worded so that a person can act on it. The gate never fails: it is total.
#pragma once

#include <string>

namespace interlock {

struct Error {
  std::string what;    ///< what happened: "cannot read the policy"
  std::string where;   ///< the file:line:column, socket, bus name or display it happened at; may be empty
  std::string advice;  ///< what to do about it; may be empty

  /// One line for people: "what: where (advice)".
  std::string text() const {
    std::string line = what;
    if (!where.empty()) line += ": " + where;
    if (!advice.empty()) line += " (" + advice + ")";
    return line;
  }
};

}  // namespace interlock
