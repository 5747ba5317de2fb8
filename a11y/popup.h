/// The element at a point in an open menu or combo popup. A popup is an X window of its own that the hit test of most
/// toolkits ignores: it returns the element beneath. So the popup's X window is first matched to a node.
#pragma once

#include "a11y/ancestry.h"
#include "a11y/nodes.h"
#include "a11y/top_levels.h"

namespace interlock::a11y {

/// Whether a node with these extents is the popup. On a display without coordinates the extents count, too, so that a
/// program that was not told where its popup is shown is not believed.
bool is_popup_at(const TopLevel& top, const Rect& popup, const Rect& extents);

/// Tried in order: a top-level child of the application in the popup's place; a shown node under `top` in that place; a
/// shown menu or list item at the point inside the popup's rectangle. Else popup_unmatched. On a display without
/// coordinates: the deepest shown element at the point that is in this popup (a11y/popup_places.h), or is under a node
/// that is the popup.
Awaitable<Seen<Ref>> element_in_popup(Look look, TopLevel top, Rect popup, Point at);

/// The coordinates of an element: its window's; or, if the toolkit does not report where its popovers are, those of the
/// one of `popups` that it is in.
Awaitable<Seen<Space>> space_around(Look look, TopLevel top, Ref element, std::vector<Rect> popups, Parents& parents);

}  // namespace interlock::a11y
