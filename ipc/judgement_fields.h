/// The answer of an external validator as JSON: `decision`, `reason`, `hint`. Read from `validator.answer` and from the
/// output of a validator's program.
#pragma once

#include <string_view>

#include "ipc/fields.h"

namespace interlock::ipc {

Judgement read_judgement(Fields& fields);
/// Parses one JSON object that has only these keys; allows white space around it.
tl::expected<Judgement, RpcError> parse_judgement(std::string_view text);

}  // namespace interlock::ipc
