/// The text of a small part of a web page, as a person reads it: the texts of its parts in their order.
#pragma once

#include <optional>
#include <string>

#include "a11y/look.h"
#include "a11y/toolkit.h"

namespace interlock::a11y {

/// The length of a label, with room for a sentence. Longer texts are content.
inline constexpr std::size_t max_words = 160;  ///< bytes

/// Nothing if it is longer than `max_words`, or has more parts than a control has. Not for toolkits
/// that repeat a part's text in what it is in: for Chromium, Firefox and the lists of GTK 4.
Awaitable<Seen<std::optional<std::string>>> words_in(Look look, Toolkit toolkit, Ref ref);

}  // namespace interlock::a11y
