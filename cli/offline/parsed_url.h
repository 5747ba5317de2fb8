/// One line of `interlockctl parse-url`, without its input and output.
#pragma once

#include <cstddef>
#include <string_view>

#include "ipc/message.h"

namespace interlock::cli {

/// {"id", "valid", "scheme", "host"}; {"id", "valid", "why"} for an invalid URL; {"id", "error"} for a line that cannot
/// be read. `number`: the line's number, from 1.
ipc::json::object parsed_url(std::string_view line, std::size_t number);

}  // namespace interlock::cli
