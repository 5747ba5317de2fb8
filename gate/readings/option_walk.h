/// Keys and the wheel that choose an option of a list without pressing it. Measured: a closed list takes over each
/// option that its keys reach (Chromium, Firefox, GTK 3, Qt), or the wheel (GTK 3, Qt); Chromium's open list takes over
/// the option that has the focus when the list closes, however that happens; Firefox's on Tab. Whether a list is open
/// is known late or not at all (Qt), so each option that keys reach is judged.
#pragma once

#include <vector>

#include "values/action.h"
#include "values/observation.h"

namespace interlock::gate {

/// Element whose list the action may choose from: a closed list, or an option of an open one. Null if it chooses
/// nothing, or only presses the option that was observed. `meant`: with the held modifiers.
const Element* chooses_from(const Action& meant, const Observation& observation);

/// Nothing reports the focus, and the keys, which need no target elsewhere, would choose an option if a list had it.
bool may_be_in_list(const Action& meant, const Observation& observation);

/// A list that shows what is chosen and takes over the options that keys lead to.
bool is_closed_list(const Element& element);

/// An option of an open list has the focus, and the keys move it to others.
bool moves_in_open_list(const Action& meant, const Observation& observation);

/// Those of `options`, all of the list in its order, that the action may choose: each one that it may meet. More than
/// that if its start or a key's effect is not certain.
std::vector<Element> may_be_chosen(const Action& meant, const Observation& observation,
                                   const std::vector<Element>& options);

/// The focus is in a list that opens, not in a menu.
bool in_option_list(const Observation& observation);

/// The action would choose an option if its target were a closed list: keys that go to one, the wheel.
bool walks_lists(const Action& meant);

/// A key that leads to another entry of a list or menu: an arrow, Home, Page_Down.
bool leads_on(const KeyChord& chord);

}  // namespace interlock::gate
