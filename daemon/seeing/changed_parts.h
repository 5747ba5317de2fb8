/// What of a block of text has to be read again when some of its pixels have changed. Pure.
#pragma once

#include <functional>

#include "daemon/seeing/regions.h"
#include "sight/picture.h"

namespace interlock::daemon {

/// The smallest rectangle with the changed pixels of a rectangle; empty if none has changed.
using ChangedPixels = std::function<Rect(const Rect&)>;

/// Parts of `block` that contain all its changed pixels, and do not overlap. A part ends in a blank, so that no letter
/// and no word is cut, or at the edge of the block, or with one of `words`, which may reach beyond it. Words next to
/// changed pixels are in a part: they may go on there. `shown`: the pixels; all rectangles are in its coordinates.
Rects changed_parts(const sight::Picture& shown, const Rect& block, const Rects& words, const ChangedPixels& changed);

/// The blocks, with those that hold one of `words` divided where a text may end: some of what they show has been read
/// before. Outside of them nothing can be read, as outside of `blocks` (sight/text_blocks.h).
Rects divided_blocks(const sight::Picture& shown, const Rects& blocks, const Rects& words);

/// Portions for the reader, which do not overlap: `parts` united, but not where that would enclose something of `known`
/// that is in none of them, and would be read again needlessly. They have up to about `most` pixels.
Rects united_parts(const Rects& parts, const Rects& known, std::int64_t most);

}  // namespace interlock::daemon
