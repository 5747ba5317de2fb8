/// A label that was read from the pixels in place of a target that no accessibility tree names. It may always make a
/// decision stricter: the action is judged as a press of a button with this label, too. It stands for the target, so
/// that nothing asks about an unknown one, only under the conditions below.
#pragma once

#include <string_view>
#include <vector>

#include "values/action.h"
#include "values/observation.h"

namespace interlock::gate {

struct EvaluationContext;

/// How sure the reader must be of a dialog's text, in percent.
inline constexpr int least_dialog_confidence = 60;

/// From this confidence on, in percent, a reader loses accents and takes letters for similar ones, and makes no other
/// errors (scripts/sight).
inline constexpr int certain_reading = 90;

/// The buttons that the label may be: itself, and if it has parts, each run of these. None if none was read, or if the
/// target is known.
std::vector<Element> elements_read(const Action& action, const Observation& observation);

/// Whether what it does depends on the dialog around it: OK, Yes, Save (not: Save template), and whatever is too short
/// to say something.
bool needs_dialog(std::string_view label);

/// True if the label stands for the target:
/// - the policy trusts readings, and the action is a plain click of the left button;
/// - the application shows no tree or its tree has a hole there (not: it did not answer), and it is no browser and no
///   terminal, whose windows say too little without their trees;
/// - the label is whole, the reader is sure of it, and it is none that its dialog explains, unless that was read;
/// - neither the label nor any text that it may be a misreading of (gate/readings/misread.h) has a consequence; if a
///   dialog explains the label, the same is true of the dialog's text;
/// - if the label has parts, all of this is true for each run of them.
bool reading_stands(const EvaluationContext& context);

}  // namespace interlock::gate
