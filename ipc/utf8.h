/// The little of UTF-8 that the wire needs.
#pragma once

#include <cstddef>
#include <string_view>

namespace interlock::ipc {

/// Bytes of the valid UTF-8 sequence that `text` begins with (RFC 3629: no overlong forms, no surrogates, at most
/// U+10FFFF); 0 when it begins with none or is empty.
std::size_t utf8_sequence(std::string_view text);

/// The longest beginning of `text` of at most `max` bytes that does not cut a sequence in two.
std::string_view utf8_prefix(std::string_view text, std::size_t max);

}  // namespace interlock::ipc
