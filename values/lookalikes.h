/// Letters of other alphabets that look like Latin ones, read as what a person sees.
#pragma once

#include <string>

namespace interlock {

/// `text` (valid UTF-8) with the Cyrillic, Greek and Armenian look-alikes of Latin letters replaced, in
/// words that have Latin letters, too: no language mixes them in one word. Words of one alphabet stay as they are.
/// Doing it again changes nothing. Table: chosen by hand after Unicode's confusables
/// (UTS 39), those letters of these scripts alone.
std::string with_latin_letters(const std::string& text);

/// `text` (valid UTF-8); where a right-to-left override (U+202E) turns part of it round, followed on a line of its own
/// by the order in which it is shown. A label is then read both ways.
std::string both_ways(const std::string& text);

}  // namespace interlock
