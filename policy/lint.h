/// Warnings about valid policies that are probably not what was meant: rules that never decide, patterns that match
/// nearly anything, keys that other keys make ineffective. The loader reports mistakes, which the daemon refuses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gate/policy/custom_rule.h"
#include "policy/loader.h"

namespace interlock::policy {

struct Warning {
  std::string_view code;  ///< static: "shadowed"
  Error what;             ///< with its place
};
using Warnings = std::vector<Warning>;

/// Checks one text: a policy, or a file of rules.d. Returns an error if the daemon would refuse it.
tl::expected<Warnings, Errors> lint_policy(std::string_view text, const std::string& name);
tl::expected<Warnings, Errors> lint_rules_text(std::string_view text, const std::string& name);

/// Checks rules against each other, in their order of precedence.
void lint_rules(const std::vector<gate::CustomRule>& rules, Warnings& warnings);

/// Files in a rules.d that are not read, because of their suffix or because an earlier folder has a file of that name.
void lint_rule_dirs(const std::vector<std::string>& dirs, Warnings& warnings);

}  // namespace interlock::policy
