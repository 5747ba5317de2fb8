/// Characters that a person does not see and a model reads.
#pragma once

#include <string_view>
#include <vector>

#include "gate/redaction/redaction.h"

namespace interlock::gate {

/// Unicode tags outside flags, directions overridden, runs of characters without width or of variation selectors. One
/// joiner, soft hyphen, break or direction mark alone is everyday text.
std::vector<Redaction> find_hidden_text(std::string_view text);

}  // namespace interlock::gate
