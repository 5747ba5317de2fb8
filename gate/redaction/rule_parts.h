/// The parts from which the rules for English sentences are put together: verbs, nouns and what stands between them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gate/redaction/injection_rules.h"

namespace interlock::gate {

/// `pattern` with each part that it names, as `{drop}`, replaced by that part's RE2.
std::string filled(std::string pattern);

/// Adds a rule of this category for each of `sentences`, filled.
void add_rules(std::vector<InjectionRule>& rules, RedactionCategory category,
               std::span<const std::string_view> sentences);

}  // namespace interlock::gate
