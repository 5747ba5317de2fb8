/// Modifiers held down by key_down change what later keys mean: with Ctrl held, typing "m" is Return.
#pragma once

#include "values/action.h"
#include "values/key_chord.h"

namespace interlock::gate {

/// What is held after `action`, if `held` was held before.
Modifiers held_after(Modifiers held, const Action& action);

/// The keyboard action that results from `action` while `held` is down: chords with the modifiers added, text as one
/// chord per character. Other actions are unchanged.
Action with_held(const Action& action, Modifiers held);

}  // namespace interlock::gate
