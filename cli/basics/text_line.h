/// A line of JSON with an `id` and a `text`: the input of `redact` and `parse-url`.
#pragma once

#include <functional>
#include <string_view>

#include "ipc/message.h"

namespace interlock::cli {

/// The result of `answer` for the text, after the line's `id` (null if it has no string `id`); {"id", "error"} if the
/// line is not such an object. `number`: the line's number, from 1.
ipc::json::object answer_to_text(std::string_view line, std::size_t number,
                                 const std::function<ipc::json::object(std::string_view text)>& answer);

}  // namespace interlock::cli
