/// Where `type_secret` would type, compared with the secret's binding.
#pragma once

#include <string>
#include <string_view>

#include "gate/readings/evaluation_context.h"
#include "gate/secrets/secret_binding.h"

namespace interlock::gate {

struct SecretPlace {
  const SecretBinding* binding = nullptr;  ///< null: the policy has no such secret
  /// "https://shop.example", or the program's name; empty if the secret is not for this place.
  std::string place = {};
  std::string_view objection = {};  ///< static code of what is wrong; empty: it may be typed here
  Reason reason = {};               ///< the objection for people
  std::string evidence = {};        ///< what was found in place of what the binding wants
};

/// Requires that the action is a TypeSecret. Objects to everything that was not seen for certain.
SecretPlace secret_place(const EvaluationContext& context);

/// Identifies an agreement for the rest of a session (History::agreed_secrets).
std::string agreement_key(const SecretPlace& place);

}  // namespace interlock::gate
