/// What is set off by other means than pressing the control under the pointer or with the focus: a mnemonic, the
/// accelerator that sends, Return in a dialog's field, the Delete key on things, a double click that runs a program, a
/// drag onto the trash. What such an action meets is often not the control that answers it; then the dialog decides.
#pragma once

#include <optional>
#include <vector>

#include "gate/readings/consequence.h"
#include "values/action.h"
#include "values/observation.h"

namespace interlock::gate {

/// Alt, and neither ctrl nor super, with a key that enters a character.
bool is_mnemonic(const KeyChord& chord);

/// The keys of a keyboard action, held modifiers counted, that may set off a control without the focus: letters with
/// Alt. Each once.
std::vector<KeyChord> mnemonics_in(const Action& meant);

/// A field that looks something up in what is there: its Return hands nothing in that lasts.
bool is_query(const Element& field);

/// The Return of a keyboard action, held modifiers counted, that may hand in the form of the field that has the focus
/// in a web page, or press the button beside it; nothing where there is none. Measured: Chromium and Firefox hand a
/// form in from fields of one line, check boxes, radio buttons and, Chromium, sliders; from lists, buttons for colours
/// and files and fields of several lines they do not.
std::optional<KeyChord> handing_in(const Action& meant, const Observation& observation);

/// Those of a form's buttons, in the tree's order, that Return in `field` may press. Browsers press the first that
/// hands the form in, and do not say which does: none that only leaves, resets or looks something up where there is
/// another; of a field that searches or filters the first.
std::vector<Element> default_buttons(const Element& field, const std::vector<Element>& buttons);

/// Nothing where the action sets off nothing of the kind.
std::optional<Consequence> set_off(const EvaluationContext& context);

}  // namespace interlock::gate
