/// Names of buttons and modifiers.
#pragma once

#include <string_view>

#include "values/action.h"
#include "values/key_chord.h"

namespace interlock {

/// As on the wires: "left", "middle", "right", "back", "forward".
std::string_view button_name(Button button);
/// XKB's name of the left one of the modifier's two keys: "Shift_L".
std::string_view modifier_keysym(Modifier modifier);

}  // namespace interlock
