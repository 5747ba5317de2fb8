/// Which words on the screen are personal data. Pure.
#pragma once

#include <vector>

#include "daemon/seeing/regions.h"
#include "gate/secrets/personal_data.h"
#include "sight/wire.h"

namespace interlock::daemon {

using PersonalKinds = std::vector<gate::PersonalKind>;

/// The places of the words of these kinds, in the coordinates of the words, somewhat enlarged. A number that is spread
/// over several words of a line has a place for each. Lines are put together by the words' places; `line` is the number
/// of the reading that a word is from. Letters that readers take for digits, and blanks that are none, are allowed for.
/// Pure.
Rects private_places(const std::vector<sight::Word>& words, const PersonalKinds& kinds);

}  // namespace interlock::daemon
