/// The message of a dialog: the static text inside it.
#pragma once

#include "a11y/look.h"

namespace interlock::a11y {

inline constexpr std::size_t max_dialog_text = 512;  ///< bytes, cut at a character's edge

/// Names and texts of labels, headings, paragraphs and static text under `dialog`, in order, joined by spaces.
Awaitable<Seen<std::string>> dialog_text(Look look, Ref dialog);

}  // namespace interlock::a11y
