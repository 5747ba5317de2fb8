/// Makes the first decision as fast as later ones, without keeping the memory that this needs.
#pragma once

#include <memory>

#include "gate/policy/policy.h"

namespace interlock::daemon {

/// Decides about examples by `policy`, so that what the gate compiles at first use (word lists, automata) is there, and
/// gives the memory back that this took. Some 50 ms of a processor; in any thread.
void rehearse(const std::shared_ptr<const gate::Policy>& policy);

}  // namespace interlock::daemon
