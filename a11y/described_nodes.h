/// Adds to shown nodes what their basic facts do not include: attributes, labels, texts and numbers; in three round
/// trips.
#pragma once

#include "a11y/shown_nodes.h"

namespace interlock::a11y {

/// The described nodes, and the document of the first web document among them. Answers that did not arrive in time are
/// left out, and `cut` reports this.
Awaitable<VisibleTree> described(Look look, Toolkit toolkit, ShownNodes shown, TreeLimits limits);

}  // namespace interlock::a11y
