/// What is allowed in a policy and most likely not meant: rules that never decide, patterns that match nearly anything,
/// keys that have no effect beside others. Mistakes, which the daemon refuses, are the loader's.
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

/// One text: of a policy, or of a file of rules.d. The error: it would be refused.
tl::expected<Warnings, Errors> lint_policy(std::string_view text, const std::string& name);
tl::expected<Warnings, Errors> lint_rules_text(std::string_view text, const std::string& name);

/// Rules among each other, in the order in which they count.
void lint_rules(const std::vector<gate::CustomRule>& rules, Warnings& warnings);

/// What lies in a rules.d and is not read: by its ending, or because an earlier folder has a file of that name.
void lint_rule_dirs(const std::vector<std::string>& dirs, Warnings& warnings);

}  // namespace interlock::policy
