/// What else of a web page lies at a point. Firefox's hit test is answered from a list of what lay on top when the page
/// was last laid out; a change of `opacity`, `pointer-events`, `z-index` or `clip-path` alone does not renew that list.
/// So where several things that react to clicks have the point in their boxes, Firefox does not say which is pressed.
#pragma once

#include <chrono>
#include <vector>

#include "a11y/ancestry.h"
#include "a11y/top_levels.h"

namespace interlock::a11y {

/// Nodes of a page that are looked through; of a larger one those alone whose role is for pressing.
inline constexpr std::int32_t max_page_nodes = 1000;
inline constexpr std::int32_t max_pressed = 1000;
/// A time of its own, so that a large page on a busy machine does not use up that of the look. Measured: Firefox lists
/// the nodes of a page of 1,200 in 4 ms, of 4,500 in 33 ms.
inline constexpr std::chrono::milliseconds overlap_time{500};
/// Things at one point that are described.
inline constexpr std::size_t max_overlaps = 8;

/// What reacts to clicks at the point beside `steps[chosen]`, what is in it and what it is in. `steps` is from
/// `ancestry`, in a web page. Their surroundings are not read. What goes away meanwhile is left out.
Awaitable<Seen<std::vector<Ancestor>>> overlaps(Look look, TopLevel top, std::vector<Step> steps, std::size_t chosen,
                                                Point at);

}  // namespace interlock::a11y
