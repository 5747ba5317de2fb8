/// What an action may destroy on this machine, as far as its target and the typed line say: the line that a shell gets,
/// and the files that a window's program would write, move or delete.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace interlock::gate {

struct EvaluationContext;

struct Anticipated {
  std::string line;                ///< handed over in a terminal; empty: none
  std::vector<std::string> files;  ///< absolute paths
  std::string unknown;             ///< why not all of it is known, as a clause; empty: it is, or nothing is destroyed
  std::string text;                ///< the text of the field that is about to be changed; empty: none, or a secret
  std::string application;         ///< how the application itself can take it back, as a clause; empty: not known
};

Anticipated anticipated(const EvaluationContext& context);

}  // namespace interlock::gate
