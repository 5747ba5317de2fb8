/// What a key chord does to the desktop, apart from its effect on text.
#pragma once

#include <optional>
#include <string>

#include "gate/policy/chord_case.h"
#include "values/key_chord.h"

namespace interlock::gate {

struct EvaluationContext;

/// Chords with the same meaning in every application.
std::optional<ChordCase> chord_case(const KeyChord& chord);

/// alt+F4, ctrl+w, ctrl+q and similar ones; in a terminal only those that it leaves to the window.
bool closes(const KeyChord& chord, bool terminal);

/// The sign that the window has unsaved work: a mark in its title, or a text on the page that was not submitted; empty
/// if there is none.
std::string unsaved_work(const EvaluationContext& context);

}  // namespace interlock::gate
