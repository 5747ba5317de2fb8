/// Shared by the property tests: makes a policy from a configuration, and compares two judgements.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "gate/safety_gate.h"

namespace interlock::gate {

/// A configuration that does not compile fails the test.
inline std::shared_ptr<const Policy> compiled(Config config) {
  auto result = Policy::compile(std::move(config));
  if (const auto* errors = std::get_if<std::vector<PatternError>>(&result)) {
    for (const PatternError& error : *errors) ADD_FAILURE() << error.key << ": " << error.message;
  }
  return std::get<std::shared_ptr<const Policy>>(result);
}

inline bool same(const Assessment& a, const Assessment& b) {
  return a.decision == b.decision && a.reason == b.reason && a.rule == b.rule && a.code == b.code &&
         a.triggered_rules == b.triggered_rules && a.confidence == b.confidence && a.hints == b.hints;
}

}  // namespace interlock::gate
