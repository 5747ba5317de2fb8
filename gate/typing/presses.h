/// Presses of the mouse that belong together: two clicks on one target are a double click, and a button that is pressed
/// in one place and released in another is a drag.
#pragma once

#include <cstdint>

#include "gate/typing/typing.h"
#include "values/action.h"
#include "values/observation.h"
#include "values/time.h"

namespace interlock::gate {

/// The longest time between two clicks that toolkits count as a double click: GTK and Qt 400 ms, most settings end at
/// 500.
inline constexpr Time double_click_time{500};

/// The number of presses of the left button that an application counts together, with `action`'s last; 0 if it presses
/// none.
std::uint8_t clicks_of(const Action& action, const Observation& observation, const Typing& typing, Time now);

/// Updates the state of the buttons by an action that was done.
void record_press(Typing& typing, const Action& action, const Observation& observation, Time now);

/// The dragged element: the button was pressed on it, and it differs from what `observation` shows under the pointer.
/// Null if no button is down.
const Press* dragged(const Typing& typing, const Observation& observation);

}  // namespace interlock::gate
