/// Actions that activate a control other than the one under the pointer or with the focus: a mnemonic, the accelerator
/// that sends, Return in a dialog's field, the Delete key on files, a double click that runs a program, a drag onto the
/// trash. The observed target is often not the activated control; then the dialog decides.
#pragma once

#include <optional>
#include <vector>

#include "gate/readings/consequence.h"
#include "values/action.h"
#include "values/observation.h"

namespace interlock::gate {

/// Alt, and neither ctrl nor super, with a key that enters a character.
bool is_mnemonic(const KeyChord& chord);

/// The keys of a keyboard action, including held modifiers, that may activate a control without the focus: letters with
/// Alt. Each once.
std::vector<KeyChord> mnemonics_in(const Action& meant);

/// A field that searches or filters: its Return submits nothing permanent.
bool is_query(const Element& field);

/// The Return of a keyboard action, including held modifiers, that may submit the form of the focused field in a web
/// page, or press the button beside it; nothing if there is none. Measured: Chromium and Firefox submit a form from
/// fields of one line, check boxes, radio buttons and, in Chromium, sliders; not from lists, buttons for colours and
/// files, and fields of several lines.
std::optional<KeyChord> handing_in(const Action& meant, const Observation& observation);

/// Those of a form's buttons, in tree order, that Return in `field` may press. Browsers press the first one that
/// submits the form, and do not report which one does: none that only leaves, resets or searches if there is another;
/// for a field that searches or filters the first.
std::vector<Element> default_buttons(const Element& field, const std::vector<Element>& buttons);

/// Nothing if the action activates nothing of this kind.
std::optional<Consequence> set_off(const EvaluationContext& context);

}  // namespace interlock::gate
