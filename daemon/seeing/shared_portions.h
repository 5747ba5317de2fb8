/// Portions of a picture that several readers share. Pure.
#pragma once

#include <cstddef>
#include <cstdint>

#include "daemon/seeing/regions.h"
#include "sight/picture.h"

namespace interlock::daemon {

/// The portions, those with most pixels first, so that `readers` readers (one or more) that each take the next one are
/// done at about the same time. Only a portion that is more than a reader's share of all is divided, between lines, in
/// blank rows that are too many for the space between a letter and its dot; what has none stays whole. `shown`: the
/// pixels; the portions are in its coordinates.
Rects shared_portions(const sight::Picture& shown, const Rects& portions, std::size_t readers);

}  // namespace interlock::daemon
