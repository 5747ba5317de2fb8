#include "platform/x11/unicode.h"

#include <xkbcommon/xkbcommon.h>

namespace interlock::platform::x11 {

std::optional<char32_t> take_character(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || length > text.size()) {
    text.remove_prefix(1);
    return std::nullopt;
  }
  char32_t character = length == 1 ? first : first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0U) != 0x80U) {
      text.remove_prefix(1);
      return std::nullopt;
    }
    character = (character << 6U) | (byte & 0x3fU);
  }
  constexpr char32_t shortest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (character < shortest[length] || character > 0x10ffff || (character >= 0xd800 && character < 0xe000)) {
    text.remove_prefix(1);
    return std::nullopt;
  }
  text.remove_prefix(length);
  return character;
}

std::optional<std::u32string> code_points(std::string_view text) {
  std::u32string result;
  while (!text.empty()) {
    const auto character = take_character(text);
    if (!character) return std::nullopt;
    result += *character;
  }
  return result;
}

std::string utf8(char32_t character) {
  std::string text;
  const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80U | ((character >> shift) & 0x3fU)); };
  if (character < 0x80) {
    text += static_cast<char>(character);
  } else if (character < 0x800) {
    text += static_cast<char>(0xc0U | (character >> 6U));
    tail(0);
  } else if (character < 0x10000) {
    text += static_cast<char>(0xe0U | (character >> 12U));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xf0U | (character >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
  return text;
}

KeySym keysym_of(char32_t character) {
  return xkb_utf32_to_keysym(character);
}

KeySym unicode_keysym_of(char32_t character) {
  return character < 0x100 ? character : 0x01000000U | character;  // X protocol, appendix A
}

}  // namespace interlock::platform::x11
