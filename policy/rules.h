/// Rules of one's own: from `rules:` in a text to plain structs, strict about every field, word and number.
#pragma once

#include <string>
#include <vector>

#include "gate/policy/custom_rule.h"
#include "policy/mistakes.h"
#include "policy/tree.h"

namespace interlock::policy {

/// The list under `rules:`. After mistakes `into` is what could be read.
void read_rules(const Node& node, std::vector<gate::CustomRule>& into, Mistakes& mistakes);
/// What stands under `when:`.
gate::Condition read_condition(const Node& node, Mistakes& mistakes);

}  // namespace interlock::policy
