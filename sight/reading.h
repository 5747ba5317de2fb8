/// What the letters of a reading say about whether all of the label was read. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace interlock::sight {

/// Letters and digits.
std::size_t count_letters(std::string_view text);

/// Whether `part` has no letters but those of `whole`, in the same order: two readings of one label do not contradict
/// each other if one of them only lost letters.
bool has_all_letters(std::string_view whole, std::string_view part);

/// Whether two readings of one label differ in more than letters that `other` lost. One that lost a fifth of them or
/// more is damaged, and what it has in their place says nothing.
bool contradicts(std::string_view whole, std::string_view other);

/// How a text begins.
enum class FirstLetter : std::uint8_t {
  of_text,      ///< a capital alone or a digit, as in entries of lists
  of_capitals,  ///< a capital and another one: a text, or the rest of a word in capitals
  of_rest,  ///< as the rest of a word does, of which the beginning was cut off; the rest of a letter often looks like a
            ///< 1
};

FirstLetter first_letter(std::string_view text);

/// Whether there is a character of Chinese, Japanese or Korean in it.
bool is_wide(std::string_view text);

/// Whether there is a Cyrillic letter in it.
bool has_cyrillic(std::string_view text);

}  // namespace interlock::sight
