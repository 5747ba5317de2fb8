/// What a program shows in all of its windows, for a window to which none of its trees could be matched.
#pragma once

#include <memory>

#include "a11y/bus_session.h"
#include "a11y/visible_tree.h"

namespace interlock::a11y {

/// Without places. Unknown: the program has no tree (not_accessible), or why it could not be read. `Cut` as in
/// visible_tree.
Awaitable<Known<VisibleTree>> unplaced_tree(std::shared_ptr<Link> link, Window window, Deadline deadline);

}  // namespace interlock::a11y
