/// The element of a window that has the keyboard focus.
#pragma once

#include <optional>

#include "a11y/ancestry.h"
#include "a11y/nodes.h"
#include "a11y/top_levels.h"

namespace interlock::a11y {

/// `hint`: the object that last reported that it got the focus. The window's frame must be active; a node counts if it
/// is focused and has extents. Tried in order: the hint, the application's own search, a walk. no_focus if no node
/// claims it, or only a web document does while the window shows another one beside it.
Awaitable<Seen<Ref>> focused_node(Look look, TopLevel top, std::optional<Ref> hint, Parents& parents);

}  // namespace interlock::a11y
