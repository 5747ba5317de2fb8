/// What differs between two views of a window. Values in, values out.
#pragma once

#include <string>
#include <vector>

#include "daemon/showing/tree_view.h"

namespace interlock::daemon {

struct ChangedItem {
  bool is_new = false;    ///< otherwise it was shown before, and differently
  std::size_t index = 0;  ///< of the later view's items
};

struct GoneItem {
  ShownItem item;
  bool inside = false;  ///< of one that is listed as gone
};

struct Changes {
  std::vector<ChangedItem> items;  ///< in the order of the view
  std::vector<GoneItem> gone;      ///< in the order of the earlier view; text in what is gone is left out
  bool document = false;           ///< the document's title or address
  bool reordered = false;          ///< items that were shown before are in another order

  bool none() const { return items.empty() && gone.empty() && !document; }
};

/// An item matches an earlier one with the same path and role. Text that is not actionable also matches one with the
/// same words, because pages replace their text nodes. Places and the keyboard focus are not compared.
Changes changes_between(const TreeView& before, const TreeView& now);

}  // namespace interlock::daemon
