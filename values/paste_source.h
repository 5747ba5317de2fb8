/// Where pasted text comes from.
#pragma once

#include <cstdint>

namespace interlock {

enum class PasteSource : std::uint8_t { nothing, clipboard, primary };

}  // namespace interlock
