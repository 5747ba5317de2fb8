/// Where a question stands on the screen.
#pragma once

#include "values/geometry.h"

namespace interlock::platform::prompt {

/// The place for a window of `width` and `height` on `screen`: in the middle of the upper half, unless it would cover a
/// part of `about`, what the question is about; then where it covers least of it. `about` may be empty.
Point place_beside(const Rect& screen, int width, int height, const Rect& about);

}  // namespace interlock::platform::prompt
