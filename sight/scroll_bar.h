/// The horizontal scroll bar of a list: it shows whether the list is scrolled sideways, whatever its rows show. Pure.
#pragma once

#include <cstdint>

#include "sight/picture.h"

namespace interlock::sight {

/// Whether a scroll bar below the text has its handle away from its left end. `border`: the column of the list's left
/// border, which is followed down to the bar; `end`: where the background of its rows ends to the right.
bool is_scrolled_sideways(const Picture& picture, const Rect& text, std::int32_t border, std::int32_t end);

}  // namespace interlock::sight
