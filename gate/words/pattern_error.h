/// A pattern of a policy that does not compile, and where it stands.
#pragma once

#include <cstddef>
#include <string>

namespace interlock::gate {

/// Where something stands in a file, from 1; columns count bytes.
struct Spot {
  int line = 0;
  int column = 0;
  bool operator==(const Spot&) const = default;
};

/// A pattern that does not compile.
struct PatternError {
  std::string key;        ///< the Config member
  std::size_t index = 0;  ///< which entry of it
  std::string message;    ///< RE2's word
  std::string file = {};  ///< of a custom rule: where it stands; empty for all others
  Spot at = {};
};

}  // namespace interlock::gate
