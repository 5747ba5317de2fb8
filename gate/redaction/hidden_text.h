/// Characters that a person does not see but a model reads.
#pragma once

#include <string_view>
#include <vector>

#include "gate/redaction/redaction.h"

namespace interlock::gate {

/// Unicode tags outside flags, overridden writing directions, runs of characters without width or of variation
/// selectors. A single joiner, soft hyphen, break or direction mark is normal text.
std::vector<Redaction> find_hidden_text(std::string_view text);

}  // namespace interlock::gate
