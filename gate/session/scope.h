/// What a session is for: the goal type of its task, and the domains that the task names. Explicit, or read out of the
/// task's text (`directive`) by rules (gate/session/directive.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/url/domain_pattern.h"
#include "values/goal.h"

namespace interlock::gate {

/// The sites that a text names, each with all under it: "go to example.com" names *.example.com.
std::vector<url::DomainPattern> domains_in(std::string_view directive);

struct Scope {
  std::optional<GoalType> goal;  ///< nothing: not known, and nothing is out of scope
  bool given = false;            ///< the goal was given, not derived from the directive
  /// A person agreed to an action that only this goal permits: what it permits is asked about no more.
  GoalType agreed = GoalType::read;
  std::vector<url::DomainPattern> domains;
};

/// A `goal` that is given wins over the directive's.
Scope scope_of(std::string_view directive, std::optional<GoalType> goal);

}  // namespace interlock::gate
