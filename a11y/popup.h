/// The element under the point in an open menu or combo popup. A popup is an X window of its own, which the hit test of
/// most toolkits does not know: it names what lies beneath. So the popup's X window is matched to a node first.
#pragma once

#include "a11y/nodes.h"
#include "a11y/top_levels.h"

namespace interlock::a11y {

/// In order: a top-level child of the application that lies where the popup lies; a shown node under `top` that does; a
/// shown menu or list item under the point inside the popup's rectangle. Else popup_unmatched.
Awaitable<Seen<Ref>> element_in_popup(Look look, TopLevel top, Rect popup, Point at);

}  // namespace interlock::a11y
