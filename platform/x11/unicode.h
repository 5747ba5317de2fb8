/// UTF-8 to code points and back, and the X keysyms of code points.
#pragma once

#include "platform/x11/xlib.h"

#include <optional>
#include <string>
#include <string_view>

namespace interlock::platform::x11 {

/// The first character of `text`, which is removed from it. Nothing if the bytes are not UTF-8 (then one byte is
/// removed).
std::optional<char32_t> take_character(std::string_view& text);
/// Nothing if any part of it is not UTF-8.
std::optional<std::u32string> code_points(std::string_view text);
std::string utf8(char32_t character);

/// The keysym that a keymap most likely uses for it (Cyrillic_a), and the one that every client understands (U0430).
KeySym keysym_of(char32_t character);
KeySym unicode_keysym_of(char32_t character);

}  // namespace interlock::platform::x11
