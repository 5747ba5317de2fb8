/// Text of elements that have the Text interface.
#pragma once

#include <optional>

#include "a11y/look.h"

namespace interlock::a11y {

/// At most `limit` characters of each, in order; nothing if there is no text. deadline or disconnected if the
/// application did not answer.
Awaitable<Seen<std::vector<std::optional<std::string>>>> texts(Look look, std::vector<Ref> refs, std::int32_t limit);

}  // namespace interlock::a11y
