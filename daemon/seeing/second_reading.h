/// Which lines of text are read a second time, alone, because they may have personal data: a reader errs differently
/// then. It takes as long as the first reading, so plain lines are read once.
#pragma once

#include <vector>

#include "sight/wire.h"

namespace interlock::daemon {

/// `line`: its words, from left to right. True if it has personal data as it was read; and if it would have some, had
/// the reader misread a few characters: "@", a long word that is no hash, or words in a row with about as many digits
/// as a card's or an account's number. Pure.
bool needs_second_reading(const std::vector<sight::Word>& line);

}  // namespace interlock::daemon
