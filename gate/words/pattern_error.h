/// A pattern of a policy that does not compile, and its place.
#pragma once

#include <cstddef>
#include <string>

namespace interlock::gate {

/// A place in a file, from 1; columns count bytes.
struct Spot {
  int line = 0;
  int column = 0;
  bool operator==(const Spot&) const = default;
};

/// A pattern that does not compile.
struct PatternError {
  std::string key;        ///< the Config member
  std::size_t index = 0;  ///< index of the entry
  std::string message;    ///< RE2's message
  std::string file = {};  ///< the file of a custom rule; empty for all others
  Spot at = {};
};

}  // namespace interlock::gate
