/// Points for which Chromium's renderer gives no answer: the text in an element whose children are not in the tree
/// (menu items, options, tabs, radio buttons, check boxes, switches of ARIA). The browser's process then repeats the
/// answer for another point, or names the element with the best box, which may be covered
/// (docs/decisions/0002-chromium-hit-test.md).
#pragma once

#include <chrono>

#include "a11y/look.h"
#include "a11y/top_levels.h"

namespace interlock::a11y {

/// Separate time, because the look's is used up by waiting for the first answer.
inline constexpr std::chrono::milliseconds unanswered_time{600};

/// `answer`, the settled answer of a hit test at the point; or the element there without children in the tree, if that
/// answer was not the renderer's. nothing_at_point if it cannot be known which of several is there.
Awaitable<Seen<Ref>> answered(Look look, TopLevel top, Ref answer, Point at);

}  // namespace interlock::a11y
