/// External validators, which are asked about actions. The policy defines them and when they are asked; the daemon asks
/// them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gate/policy/custom_rules.h"
#include "policy/mistakes.h"
#include "policy/settings.h"
#include "policy/tree.h"

namespace interlock::policy {

/// The largest number of validators; all of them may be asked about one action.
inline constexpr std::size_t max_validators = 16;
inline constexpr std::size_t max_validator_name = 40;

struct Validator {
  ValidatorSettings settings;
  std::vector<gate::CustomRule> when;  ///< one rule, which has a finding if the validator must be asked
  gate::CustomRules compiled;          ///< `when`, compiled
};

/// Immutable once compiled.
using Validators = std::vector<Validator>;

/// Adds mistakes to `mistakes`, which names the text that `settings` were read from.
Validators compile_validators(const std::vector<ValidatorSettings>& settings, Mistakes& mistakes);

/// Reads the list under `validators:`.
void read_validators(const Node& node, Settings& settings, Mistakes& mistakes);

}  // namespace interlock::policy
