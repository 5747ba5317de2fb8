/// A line of JSON with an `id` and a `text`: what `redact` and `parse-url` read.
#pragma once

#include <functional>
#include <string_view>

#include "ipc/message.h"

namespace interlock::cli {

/// What `answer` makes of the text, with the line's `id` in front (null when it has none that is a string); {"id",
/// "error"} for a line that is no such object. `number` is the line's, from 1.
ipc::json::object answer_to_text(std::string_view line, std::size_t number,
                                 const std::function<ipc::json::object(std::string_view text)>& answer);

}  // namespace interlock::cli
