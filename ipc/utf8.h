/// The UTF-8 functions that the wire needs.
#pragma once

#include <cstddef>
#include <string_view>

namespace interlock::ipc {

/// Length in bytes of the valid UTF-8 sequence that `text` begins with (RFC 3629: no overlong forms, no surrogates, at
/// most U+10FFFF); 0 if it begins with none or is empty.
std::size_t utf8_sequence(std::string_view text);

/// The longest prefix of `text` of at most `max` bytes that does not end inside a sequence.
std::string_view utf8_prefix(std::string_view text, std::size_t max);

}  // namespace interlock::ipc
