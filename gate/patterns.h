/// The compiled form of a policy's patterns. For the checks alone.
#pragma once

#include <optional>

#include "gate/applications.h"
#include "gate/custom_rules.h"
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
  Applications applications;
  DestinationRules destination;
  CustomRules custom;
};

}  // namespace interlock::gate
