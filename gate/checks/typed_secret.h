/// The part of the credential check about `type_secret`: the secret's binding to a place and a kind of field decides.
#pragma once

#include "gate/checks/checks.h"

namespace interlock::gate::checks {

/// Requires that the action is a TypeSecret.
void typed_secret(const EvaluationContext& context, Findings& findings);

}  // namespace interlock::gate::checks
