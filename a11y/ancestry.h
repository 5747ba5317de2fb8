/// The path from a leaf up to its window: role and name of each node, in one batch if the tree is as it was last time.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "a11y/look.h"
#include "a11y/toolkit.h"

namespace interlock::a11y {

struct PathNode {
  Ref ref;
  Role role = Role::unknown;
  std::string name;
};

/// Remembers parents as guesses that save round trips; each answer is requested again and verified.
using Parents = std::map<Ref, Ref>;

/// `leaf` first, up to and including the first web document, window or application; at most `max_ancestry` steps. Never
/// empty.
Awaitable<Seen<std::vector<PathNode>>> ancestry(Look look, Toolkit toolkit, Ref leaf, Parents& parents);
inline constexpr std::size_t max_ancestry = 64;

/// Roles that limit the meaning of a click: nodes above them say where the element is, not what it is.
bool is_boundary(Role role);
/// Index of the element that a click or key at the leaf activates: the nearest actionable one below a boundary, else
/// the leaf.
std::size_t actionable(const std::vector<PathNode>& steps);

}  // namespace interlock::a11y
