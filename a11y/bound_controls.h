/// The controls of a window that keys activate according to the application: mnemonics, access keys.
#pragma once

#include <vector>

#include "a11y/ancestry.h"
#include "a11y/look.h"
#include "a11y/top_levels.h"
#include "values/key_chord.h"

namespace interlock::a11y {

/// The controls in `top` that report a binding to one of `keys`, and that are visible in `window` or, on a web page,
/// scrolled out of view; empty if there are none. An error if not all controls could be asked: one that was not seen
/// may be bound as well. Unknown for a key whose name does not tell its character, unless a control is bound to it by
/// that name.
Awaitable<Seen<std::vector<Element>>> bound_controls(Look look, TopLevel top, Rect window, std::vector<KeyChord> keys,
                                                     Parents& parents);

}  // namespace interlock::a11y
