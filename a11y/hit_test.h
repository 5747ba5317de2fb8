/// The leaf of the tree under a point.
#pragma once

#include <boost/asio/any_io_executor.hpp>

#include "a11y/nodes.h"
#include "a11y/settled.h"
#include "a11y/top_levels.h"

namespace interlock::a11y {

/// Asks the top-level's hit test down to the leaf; for Chromium until the answer is settled; where it ends at mere
/// layout, searches by extents. A provisional answer of Chromium is its second: the first may name what was there at
/// the question before. accessibility_off, nothing_at_point, unstable, or why no answer came.
Awaitable<Seen<Ref>> hit_test(Look look, TopLevel top, std::uint64_t window, Point at, Settled& settled,
                              Certainty certainty = Certainty::settled);

}  // namespace interlock::a11y
