/// The controls of a window that its application says a key sets off: mnemonics, access keys.
#pragma once

#include <vector>

#include "a11y/ancestry.h"
#include "a11y/look.h"
#include "a11y/top_levels.h"
#include "values/key_chord.h"

namespace interlock::a11y {

/// Those in `top` that say they are bound to one of `keys`, shown in `window` or, on a web page, scrolled away; empty
/// when none says so. An error where not all of them could be asked: what was not seen may be bound, too. Unknown for a
/// key whose character its name does not tell, unless something is bound to it by that name.
Awaitable<Seen<std::vector<Element>>> bound_controls(Look look, TopLevel top, Rect window, std::vector<KeyChord> keys,
                                                     Parents& parents);

}  // namespace interlock::a11y
