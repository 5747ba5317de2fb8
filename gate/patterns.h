/// The compiled form of a policy's patterns, and of what the gate knows by itself. For the checks alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gate/pattern_set.h"
#include "gate/policy.h"

namespace interlock::gate {

/// What the gate knows by itself, used under `text_rules: consequence`.
struct KnownPatterns {
  PatternSet secret_labels;  ///< fields that hold secrets
};
/// Compiled at first use, the same for all policies; empty under the published design's rules, which have none.
const KnownPatterns& known_patterns(TextRules rules);

struct Policy::Patterns {
  const KnownPatterns& known;
  PatternSet blocklist;
  PatternSet irreversible;
  PatternSet credential;
  PatternSet credential_allowlist;
  std::optional<Pattern> expected_window;
  std::vector<std::string> terminal_classes;  ///< normalised
};

}  // namespace interlock::gate
