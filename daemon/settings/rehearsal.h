/// The first decision is as quick as the others, and what it took to get there does not stay in memory.
#pragma once

#include <memory>

#include "gate/policy/policy.h"

namespace interlock::daemon {

/// Decides about examples by `policy`, so that what the gate compiles at first use (word lists, automata) is there, and
/// gives the memory back that this took. Some 50 ms of a processor; in any thread.
void rehearse(const std::shared_ptr<const gate::Policy>& policy);

}  // namespace interlock::daemon
