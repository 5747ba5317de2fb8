/// One line of `interlockctl redact`, without its input and output.
#pragma once

#include <cstddef>
#include <string_view>

#include "ipc/message.h"

namespace interlock::cli {

/// {"id", "text", "redactions": [{"category", "start", "end"}]}; {"id", "error"} for a line that cannot be read.
/// `number`: the line's number, from 1.
ipc::json::object redacted_line(std::string_view line, std::size_t number);

}  // namespace interlock::cli
