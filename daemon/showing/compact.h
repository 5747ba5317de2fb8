/// The view as text for a model is to have it: rows on one line, the browser's own elements and the parts of compound
/// fields folded. Values in, values out; JSON has the view as it is.
#pragma once

#include "daemon/showing/tree_view.h"

namespace interlock::daemon {

/// - A table's row is one item with its cells as `parts`, cells that lie beside each other likewise; a cell is left out
///   if it only repeats what is in it.
/// - A closed combo box has its selected item as its value, a date what it holds, or its fields as parts if only some
///   are filled in.
/// - Text right before a control that has the same name is left out, and a label around one.
/// - `fold_browser`: the elements of a browser outside of its page are left out, except for what has popped up, and the
///   tabs if there are several; `folded` of the result counts them.
TreeView compact(TreeView view, bool fold_browser);

}  // namespace interlock::daemon
