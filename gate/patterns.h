/// The compiled form of a policy's patterns. For the checks alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gate/destination_rules.h"
#include "gate/pattern_set.h"
#include "gate/policy.h"

namespace interlock::gate {

struct Policy::Patterns {
  PatternSet blocklist;
  PatternSet irreversible;
  PatternSet credential;
  PatternSet credential_allowlist;
  std::optional<Pattern> expected_window;
  std::vector<std::string> terminal_classes;  ///< normalised
  DestinationRules destination;
};

}  // namespace interlock::gate
