/// What a key chord does to the desktop, beside what it does to text.
#pragma once

#include <optional>
#include <string>

#include "gate/policy/chord_case.h"
#include "values/key_chord.h"

namespace interlock::gate {

struct EvaluationContext;

/// Chords that mean the same wherever they are pressed.
std::optional<ChordCase> chord_case(const KeyChord& chord);

/// alt+F4, ctrl+w, ctrl+q and their like; in a terminal only those that it leaves to the window.
bool closes(const KeyChord& chord, bool terminal);

/// What says that the window's work is not saved: its title's mark, or a text on the page that was not handed in; empty
/// where nothing does.
std::string unsaved_work(const EvaluationContext& context);

}  // namespace interlock::gate
