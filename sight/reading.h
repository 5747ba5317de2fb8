/// What the letters of a reading say about whether all of the label was read. Pure.
#pragma once

#include <string_view>

namespace interlock::sight {

/// Whether `part` has no letters but those of `whole`, in the same order: two readings of one label do not contradict
/// each other if one of them only lost letters.
bool has_all_letters(std::string_view whole, std::string_view part);

/// A capital or a digit comes first, as in entries of lists. The rest of a word whose beginning was cut off mostly
/// begins otherwise; the rest of a letter often looks like a 1.
bool begins_as_texts_do(std::string_view text);

/// Whether there is a character of Chinese, Japanese or Korean in it.
bool is_wide(std::string_view text);

/// Whether there is a Cyrillic letter in it.
bool has_cyrillic(std::string_view text);

}  // namespace interlock::sight
