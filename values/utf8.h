/// UTF-8 without a library.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace interlock {

/// Length in bytes of the valid UTF-8 sequence that `text` begins with (RFC 3629: no overlong forms, no surrogates, at
/// most U+10FFFF); 0 if it begins with none or is empty.
std::size_t utf8_sequence(std::string_view text);

/// The longest prefix of `text` of at most `max` bytes that does not end inside a sequence.
std::string_view utf8_prefix(std::string_view text, std::size_t max);

/// `text` with every invalid UTF-8 sequence replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

/// Appends `c`, which must be at most U+10FFFF, as UTF-8.
void append_character(std::string& text, char32_t c);

}  // namespace interlock
