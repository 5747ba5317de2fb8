/// Letters of one alphabet in words of another that look the same there, read as a person sees them.
#pragma once

#include <string>

namespace interlock {

/// Returns `text` (valid UTF-8) with the Cyrillic, Greek and Armenian look-alikes of Latin letters replaced, but only
/// in words that also have Latin letters, or letters of two of those alphabets: no language mixes alphabets in one
/// word. A word with a Cyrillic or Greek letter that Latin has no like of is of that alphabet: there the Latin letters
/// are replaced, if all of them have their likes. Idempotent. The table was chosen by hand from Unicode's confusables
/// (UTS 39), for the letters of these scripts only.
std::string with_latin_letters(const std::string& text);

/// Returns `text` (valid UTF-8). If a right-to-left override (U+202E) reverses a part of it, a second line has the text
/// in the order in which it is shown, so that rules match a label in both orders.
std::string both_ways(const std::string& text);

}  // namespace interlock
