/// Presses of the mouse that belong together: two clicks on one target are a double click, and a button that went down
/// in one place and comes up in another is a drag.
#pragma once

#include <cstdint>

#include "gate/typing/typing.h"
#include "values/action.h"
#include "values/observation.h"
#include "values/time.h"

namespace interlock::gate {

/// Toolkits take two clicks for one double click up to this far apart: GTK and Qt 400 ms, most settings end at 500.
inline constexpr Time double_click_time{500};

/// Presses of the left button that an application counts together, `action`'s last; 0 where it presses none.
std::uint8_t clicks_of(const Action& action, const Observation& observation, const Typing& typing, Time now);

/// Follows the buttons through an action that was done.
void record_press(Typing& typing, const Action& action, const Observation& observation, Time now);

/// What is dragged: the button went down on it, on something else than `observation` shows under the pointer. Null
/// where no button is down.
const Press* dragged(const Typing& typing, const Observation& observation);

}  // namespace interlock::gate
