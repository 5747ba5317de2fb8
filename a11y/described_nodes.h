/// What can be said of shown nodes beyond their own facts: attributes, labels, texts and numbers; in three round trips.
#pragma once

#include "a11y/shown_nodes.h"

namespace interlock::a11y {

/// The nodes described, and the document that the first web document among them is. What did not come in time is left
/// out and `cut` says so.
Awaitable<VisibleTree> described(Look look, Toolkit toolkit, ShownNodes shown, TreeLimits limits);

}  // namespace interlock::a11y
