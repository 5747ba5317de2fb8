/// The shown ancestor that a shown element belongs to, if hidden nodes are between them.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "a11y/look.h"

namespace interlock::a11y {

/// For each element (with its parent) its nearest ancestor among `elements`, or `root`. An element is missing if the
/// request was not answered: it may belong to anything.
Awaitable<std::map<Ref, Ref>> shown_parents(Look look, std::vector<std::pair<Ref, Ref>> elements, Ref root);

}  // namespace interlock::a11y
