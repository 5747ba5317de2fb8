/// What an action pastes, as far as keys and buttons say: CLIPBOARD or the PRIMARY selection differs by program, and
/// terminals bind other chords than the rest.
#pragma once

#include "values/action.h"
#include "values/observation.h"
#include "values/paste_source.h"

namespace interlock::gate {

/// What `action` inserts, done in `window`. Nothing also where it cannot be told before the act: something is copied
/// or selected first, or the program is not known to take the one or the other.
PasteSource paste_source(const Action& action, const Known<Window>& window);

/// True where the chord surely inserts that text and nothing else: a terminal known to bind it. Elsewhere a terminal
/// may take it for another key (ctrl+v, "quote the next key").
bool pastes_surely(const KeyChord& chord, const Known<Window>& window);

/// True for the presses of the middle button, which insert the PRIMARY selection where no program reads the mouse.
bool is_middle_press(const Action& action);

}  // namespace interlock::gate
