/// Brings back what was kept of an action. Follows no link that was planted since, and overwrites nothing silently:
/// what is there now becomes an entry of its own first. Any thread; it blocks as long as copying takes.
#pragma once

#include <string>
#include <vector>

#include "undo/store.h"

namespace interlock::undo {

struct Wanted {
  std::string id;
  /// Folders become exactly as they were: what was added to them goes, too (kept as well).
  bool exactly = false;
};

/// What bringing back does or would do, by paths.
struct Changes {
  std::vector<std::string> back;      ///< missing: made again
  std::vector<std::string> replaced;  ///< there with another content: put back, the newer content kept
  std::vector<std::string> removed;   ///< not there before: taken away, kept
  std::vector<std::string> left;      ///< there with another content, or not there before; left as it is
  std::vector<std::string> secrets;   ///< were not kept, so they cannot be brought back
};

/// What restore() would change now.
Or<Changes> changes_of(const Store& store, const Wanted& wanted, const Care& care);

struct Restored {
  Changes changes;
  std::string replaced_entry;         ///< with what was replaced or removed; empty: nothing was
  std::vector<std::string> problems;  ///< what could not be brought back, and why
};

/// `now`: s since 1970. An error: nothing was changed.
Or<Restored> restore(Store& store, const Wanted& wanted, const Care& care, std::int64_t now);

}  // namespace interlock::undo
