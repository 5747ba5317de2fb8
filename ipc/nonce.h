/// Numbers that cannot be guessed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace interlock::ipc {

/// Random hexadecimal digits from the kernel (getentropy), at most 512. Throws std::system_error if it has none.
std::string nonce(std::size_t digits);

/// Compares all bytes, so that the time says nothing about where two secrets of the same length differ.
bool equal_in_constant_time(std::string_view a, std::string_view b);

}  // namespace interlock::ipc
