/// From a leaf up to its window: role and name of each, in one batch where the tree is as it was last time.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "a11y/look.h"
#include "a11y/toolkit.h"

namespace interlock::a11y {

struct Step {
  Ref ref;
  Role role = Role::unknown;
  std::string name;
};

/// Parents seen before. A guess: it saves round trips, each answer is asked anew and verified.
using Parents = std::map<Ref, Ref>;

/// `leaf` first, up to and with the first web document, window or application; at most `max_ancestry` steps. Never
/// empty.
Awaitable<Seen<std::vector<Step>>> ancestry(Look look, Toolkit toolkit, Ref leaf, Parents& parents);
inline constexpr std::size_t max_ancestry = 64;

/// Roles that a click's meaning does not cross: what is above them is where the element is, not what it is.
bool is_boundary(Role role);
/// Index of the element that a click or key at the leaf activates: the nearest actionable one before a boundary, else
/// the leaf.
std::size_t actionable(const std::vector<Step>& steps);

}  // namespace interlock::a11y
