/// Whether pages that count drawn pixels lie where the controls around them say.
#pragma once

#include "a11y/look.h"
#include "a11y/space.h"

namespace interlock::a11y {

/// False if pages are shown and none of them is where the space (with pages) and the control around it place it: the
/// program draws with another scale than the desk told it. Chromium without fractional scales takes the next whole one.
Awaitable<Seen<bool>> pages_fit(Look look, Space space, Ref top);

}  // namespace interlock::a11y
