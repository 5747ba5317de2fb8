/// Where in a picture text may stand, whatever it says. Pure.
#pragma once

#include <vector>

#include "sight/picture.h"

namespace interlock::sight {

/// Text whose letters differ from their ground by less than this in every channel is not seen, by readers either.
inline constexpr int faintest_text = 12;
/// The space between words of large letters, in pixels.
inline constexpr std::int32_t between_large_words = 20;

/// The boxes around marks that stand close together: a line of text, several, or a picture. They lie inside `picture`
/// and do not overlap. Outside of them nothing can be read: there are flat areas, gradients, long thin lines (the
/// borders of windows and tables), and dots that are too small for letters. A border between two texts keeps their
/// boxes apart. `near_across`: marks of a row that are up to so many pixels apart stand close together.
std::vector<Rect> text_blocks(const Picture& picture, std::int32_t near_across = between_large_words);

/// Neighbouring blocks united, one above the other, for a reader that is asked once for each: up to about `most`
/// pixels, unless blocks are larger or would overlap. The results contain all blocks, and do not overlap.
std::vector<Rect> united_blocks(const std::vector<Rect>& blocks, std::int64_t most);

}  // namespace interlock::sight
