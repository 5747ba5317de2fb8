/// The shown nodes of a window, found in as few round trips as the toolkit allows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "a11y/look.h"
#include "a11y/top_levels.h"
#include "a11y/visible_tree.h"

namespace interlock::a11y {

struct ShownNode {
  Ref ref;
  std::size_t depth = 0;
  std::optional<std::size_t> parent;  ///< index; nothing for the window and its popups
  Role role = Role::unknown;
  States states;
  Rect extents;  ///< root pixels
  std::string name;
  std::string description;
  bool unread_children = false;
  std::size_t above = 0;  ///< children before the first that is shown, in what scrolls
  std::size_t below = 0;  ///< and after the last
};

struct ShownNodes {
  std::vector<ShownNode> nodes;  ///< in the tree's order, the window first
  Cut cut = Cut::whole;
};

/// The nodes of `top` that lie in `areas` (the window and its open popups) and are shown according to the application.
/// Chromium and Firefox are asked by Collection.GetMatches, which searches in their own process; the others level by
/// level, without hidden subtrees. An error only if nothing at all was seen.
Awaitable<Seen<ShownNodes>> shown_nodes(Look look, TopLevel top, std::vector<Rect> areas, TreeLimits limits);

}  // namespace interlock::a11y
