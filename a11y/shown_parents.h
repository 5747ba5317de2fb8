/// What an element that is shown belongs to, where something that is not shown stands between.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "a11y/look.h"

namespace interlock::a11y {

/// For each element (with its parent) the nearest around it that is one of `elements`, or `root`. It is missing where
/// that was not answered: it may belong to anything.
Awaitable<std::map<Ref, Ref>> shown_parents(Look look, std::vector<std::pair<Ref, Ref>> elements, Ref root);

}  // namespace interlock::a11y
