/// What is written in a small part of a web page, as a person reads it: the texts of its parts in their order.
#pragma once

#include <optional>
#include <string>

#include "a11y/look.h"

namespace interlock::a11y {

/// A label's size, with room for a sentence. More than that is content.
inline constexpr std::size_t max_words = 160;  ///< bytes

/// Nothing where it is more than `max_words` or more parts than a control has. Chromium and Firefox alone.
Awaitable<Seen<std::optional<std::string>>> words_in(Look look, Ref ref);

}  // namespace interlock::a11y
