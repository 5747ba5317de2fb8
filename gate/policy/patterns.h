/// The compiled form of a policy's patterns. Only for the checks.
#pragma once

#include <optional>

#include "gate/policy/applications.h"
#include "gate/policy/custom_rules.h"
#include "gate/policy/destination_rules.h"
#include "gate/policy/policy.h"
#include "gate/words/pattern_set.h"

namespace interlock::gate {

struct Policy::Patterns {
  PatternSet blocklist;
  PatternSet irreversible;
  PatternSet credential;
  PatternSet credential_allowlist;
  std::optional<Pattern> expected_window;
  Applications applications;
  DestinationRules destination;
  CustomRules custom;
};

}  // namespace interlock::gate
