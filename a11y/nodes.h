/// Nodes of a tree, read many at a time and searched by their place. Every search has a limit.
#pragma once

#include <optional>
#include <vector>

#include "a11y/look.h"
#include "a11y/space.h"

namespace interlock::a11y {

struct Node {
  Ref ref;
  Role role = Role::unknown;
  States states;
  Rect extents;        ///< root pixels; empty if it has none
  bool drawn = false;  ///< by LibreOffice itself
};

/// What both have; empty() if they do not overlap.
Rect common(const Rect& a, const Rect& b);

/// Layout without a meaning of its own: a click on it alone has no effect that could be named.
bool is_container(Role role);
/// What a menu or a list offers to choose.
bool is_option(Role role);
/// By the state SHOWING, or as its toolkit reports it (shown_without_state_showing).
bool is_shown(Toolkit toolkit, const Node& node);

/// Whether a node with these attributes is in the part of the space that counts differently.
bool is_in_part(const Space& space, const Seen<Attributes>& attributes);

/// Where a search continues.
struct Field {
  Toolkit toolkit;
  Space space;
};

/// Role, states and extents of each node, in one batch. A node that vanished meanwhile is left out.
Awaitable<Seen<std::vector<Node>>> read_nodes(Look look, Space space, std::vector<Ref> refs);
inline constexpr std::size_t max_search_children = 300;  ///< of one batch
/// The children of all nodes, in one list and in order; at most `most` of them.
Awaitable<Seen<std::vector<Node>>> read_children(Look look, Space space, std::vector<Ref> parents,
                                                 std::size_t most = max_search_children);

/// True for a window that is on the bus but shows none of its content, as Chromium's does until it is woken
/// (a11y/wake.h): its child is not an object. Sends a request each time, whatever the look has noted.
Awaitable<Seen<bool>> is_mute(Look look, Ref top);

/// The deepest shown descendant of `from` that contains the point and is more than layout; nothing if there is none.
Awaitable<Seen<std::optional<Node>>> search_at(Look look, Field field, Ref from, Point at);

}  // namespace interlock::a11y
