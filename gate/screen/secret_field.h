/// Fields whose text is a secret: passwords, tokens, keys. Typing into them asks, and their text is never recorded.
#pragma once

#include <optional>
#include <string>

#include "gate/policy/policy.h"
#include "values/observation.h"

namespace interlock::gate {

struct SecretField {
  std::string why;       ///< for a sentence: "its role is password text", "its label says \"API token\""
  std::string evidence;  ///< what matched: the role, the attribute, or the pattern
};

/// Whether `element` contains a secret: by role first (the role decides whatever the label says), then by attributes,
/// then by its texts and the policy's credential_patterns. The policy's credential_allowlist overrides all of them.
std::optional<SecretField> secret_field(const Policy& policy, const Element& element);

}  // namespace interlock::gate
