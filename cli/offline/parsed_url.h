/// One line of `interlockctl parse-url`, without its input and output.
#pragma once

#include <cstddef>
#include <string_view>

#include "ipc/message.h"

namespace interlock::cli {

/// {"id", "valid", "scheme", "host"}; of a URL that is none {"id", "valid", "why"}; {"id", "error"} for a line that
/// cannot be read. `number` is the line's, from 1.
ipc::json::object parsed_url(std::string_view line, std::size_t number);

}  // namespace interlock::cli
