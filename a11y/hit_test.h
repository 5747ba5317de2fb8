/// The leaf of the tree at a point.
#pragma once

#include <boost/asio/any_io_executor.hpp>

#include "a11y/nodes.h"
#include "a11y/settled.h"
#include "a11y/top_levels.h"

namespace interlock::a11y {

/// Runs the hit test of the top-level down to the leaf. For Chromium it is repeated until the answer is settled; a
/// provisional answer is Chromium's second one, since the first may be for the request before. If the hit test ends at
/// mere layout, searches by extents. Errors: accessibility_off, nothing_at_point, unstable, or the reason why no answer
/// came.
Awaitable<Seen<Ref>> hit_test(Look look, TopLevel top, std::uint64_t window, Point at, Settled& settled,
                              Certainty certainty = Certainty::settled);

}  // namespace interlock::a11y
