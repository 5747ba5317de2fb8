/// What belongs to a word although its reader left it out: underscores, letters at its ends. Pure.
#pragma once

#include "sight/picture.h"

namespace interlock::sight {

/// `word`, which lies inside the picture, grown to both sides as far as marks go on in its row without a gap as wide as
/// a blank. Words between which a reader saw a blank that is none touch each other or overlap afterwards.
Rect with_ink(const Picture& picture, const Rect& word);

}  // namespace interlock::sight
