/// Text that gives instructions to an agent, found by the rules of injection_rules.h.
#pragma once

#include <string_view>
#include <vector>

#include "gate/redaction/redaction.h"

namespace interlock::gate {

/// In any order, may overlap; sentences and tokens, also those that are hidden in base64, hex or percent-encoding.
std::vector<Redaction> find_injections(std::string_view text);

}  // namespace interlock::gate
