/// Which words of a picture are labels of buttons beside the one at a point. Pure.
#pragma once

#include <vector>

#include "sight/wire.h"

namespace interlock::sight {

/// Sets Word::button of the words that are labels of other buttons: each stands in the middle of a closed box that is
/// as high as the box at `at` and has its colour, and is no sentence. A message in a frame, a field and a list of
/// choices have another height, colour or place of their text. `at` is inside the picture.
void mark_other_buttons(const Picture& picture, Point at, std::vector<Word>& words);

}  // namespace interlock::sight
