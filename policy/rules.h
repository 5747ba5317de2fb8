/// Custom rules: reads `rules:` into plain structs, strict about every field, word and number.
#pragma once

#include <string>
#include <vector>

#include "gate/policy/custom_rule.h"
#include "policy/mistakes.h"
#include "policy/tree.h"

namespace interlock::policy {

/// Reads the list under `rules:`. After mistakes `into` has the rules that could be read.
void read_rules(const Node& node, std::vector<gate::CustomRule>& into, Mistakes& mistakes);
/// Reads the condition under `when:`.
gate::Condition read_condition(const Node& node, Mistakes& mistakes);

}  // namespace interlock::policy
