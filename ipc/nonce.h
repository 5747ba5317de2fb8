/// Numbers that cannot be guessed.
#pragma once

#include <cstddef>
#include <string>

namespace interlock::ipc {

/// Random hexadecimal digits, from the kernel.
std::string nonce(std::size_t digits);

}  // namespace interlock::ipc
