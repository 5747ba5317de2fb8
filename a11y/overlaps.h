/// Finds other elements of a web page at a point. Firefox answers hit tests from a list of what was on top when the
/// page was last laid out; a change of only `opacity`, `pointer-events`, `z-index` or `clip-path` does not update that
/// list. So if several elements that react to clicks have the point in their boxes, Firefox does not say which one is
/// pressed.
#pragma once

#include <chrono>
#include <vector>

#include "a11y/ancestry.h"
#include "a11y/top_levels.h"

namespace interlock::a11y {

/// Number of nodes of a page that are examined; in a larger page only those with the role of a control.
inline constexpr std::int32_t max_page_nodes = 1000;
inline constexpr std::int32_t max_pressed = 1000;
/// Separate time, so that a large page on a busy machine does not use up the look's. Measured: Firefox lists the nodes
/// of a page of 1,200 in 4 ms, of 4,500 in 33 ms.
inline constexpr std::chrono::milliseconds overlap_time{500};
/// Number of elements at one point that are described.
inline constexpr std::size_t max_overlaps = 8;

/// Elements that react to clicks at the point, except `steps[chosen]`, its descendants and its ancestors. `steps` comes
/// from `ancestry`, in a web page. Their surroundings are not read. Elements that vanish meanwhile are left out.
Awaitable<Seen<std::vector<Ancestor>>> overlaps(Look look, TopLevel top, std::vector<PathNode> steps,
                                                std::size_t chosen, Point at);

}  // namespace interlock::a11y
