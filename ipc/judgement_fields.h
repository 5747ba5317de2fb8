/// What an external validator says, as JSON: `decision`, `reason`, `hint`. Read from `validator.answer` and from what a
/// validator's program prints.
#pragma once

#include <string_view>

#include "ipc/fields.h"

namespace interlock::ipc {

Judgement read_judgement(Fields& fields);
/// One JSON object with nothing but these keys, and white space around it.
tl::expected<Judgement, RpcError> parse_judgement(std::string_view text);

}  // namespace interlock::ipc
