/// Where elements are, if what is in a popup counts from the popup's own corner (TopLevel::has_own_corners).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "a11y/nodes.h"
#include "a11y/top_levels.h"

namespace interlock::a11y {

struct Placed {
  Rect extents;                      ///< root pixels; empty: it has no place, or it is not known in which popup it is
  std::optional<std::size_t> popup;  ///< of `TopLevel::popups`; nothing: the window itself
  bool operator==(const Placed&) const = default;
};

/// `in_window`, `on_screen`: what the element reports; `home`: what the top-level reports for both is apart by this.
Placed placed(const TopLevel& top, const Rect& in_window, const Rect& on_screen, Point home);

/// The same for each element, in order. Errors: why the top-level did not answer.
Awaitable<Seen<std::vector<Placed>>> places_with_popups(Look look, TopLevel top, std::vector<Ref> refs);

}  // namespace interlock::a11y
