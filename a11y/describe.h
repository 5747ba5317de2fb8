/// Reads a whole element from its leaf: all or nothing.
#pragma once

#include <optional>

#include "a11y/ancestry.h"
#include "a11y/top_levels.h"

namespace interlock::a11y {

struct Description {
  Element element;
  Known<Document> document;
  std::vector<PathNode> steps;  ///< the leaf and its ancestors
};

/// Climbs from `leaf` to the element that would be activated, and reads it. Required: role, name, description, states,
/// the ancestors. What an application does not offer (attributes, relations, extents, text, value) is empty or none.
Awaitable<Seen<Description>> describe(Look look, TopLevel top, Ref leaf, Parents& parents);

}  // namespace interlock::a11y
