/// Makes the first decision as fast as later ones, without keeping the memory that this needs.
#pragma once

#include <memory>

#include "gate/policy/policy.h"

namespace interlock::daemon {

/// Decides about examples by `policy`, so that everything that the gate compiles at first use (word lists, automata)
/// exists, and frees the memory that this took. Some 50 ms of processor time; in any thread.
void rehearse(const std::shared_ptr<const gate::Policy>& policy);

}  // namespace interlock::daemon
