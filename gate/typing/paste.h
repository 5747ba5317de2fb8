/// What an action pastes, as far as its keys and buttons show it: programs differ in whether they use CLIPBOARD or the
/// PRIMARY selection, and terminals bind other chords than other programs.
#pragma once

#include "values/action.h"
#include "values/observation.h"
#include "values/paste_source.h"

namespace interlock::gate {

/// The selection that `action` inserts in `window`. Nothing also if this cannot be known before the act: something is
/// copied or selected first, or it is not known which selection the program uses.
PasteSource paste_source(const Action& action, const Known<Window>& window);

/// True if the chord certainly inserts that text and nothing else: a terminal known to bind it. In other terminals the
/// chord may be another key (ctrl+v, "quote the next key").
bool pastes_surely(const KeyChord& chord, const Known<Window>& window);

/// True for presses of the middle button, which insert the PRIMARY selection unless a program reads the mouse.
bool is_middle_press(const Action& action);

}  // namespace interlock::gate
