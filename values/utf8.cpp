#include "values/utf8.h"

#include <cstdint>

namespace interlock {
namespace {

bool continues(std::string_view text, std::size_t at, std::uint8_t low = 0x80, std::uint8_t high = 0xBF) {
  if (at >= text.size()) return false;
  const auto byte = static_cast<std::uint8_t>(text[at]);
  return byte >= low && byte <= high;
}

}  // namespace

// The rows of RFC 3629, section 4.
std::size_t utf8_sequence(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<std::uint8_t>(text[0]);
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return continues(text, 1) ? 2 : 0;
  if (first < 0xF0) {
    const std::uint8_t low = first == 0xE0 ? 0xA0 : 0x80;
    const std::uint8_t high = first == 0xED ? 0x9F : 0xBF;
    return continues(text, 1, low, high) && continues(text, 2) ? 3 : 0;
  }
  if (first < 0xF5) {
    const std::uint8_t low = first == 0xF0 ? 0x90 : 0x80;
    const std::uint8_t high = first == 0xF4 ? 0x8F : 0xBF;
    return continues(text, 1, low, high) && continues(text, 2) && continues(text, 3) ? 4 : 0;
  }
  return 0;
}

std::string_view utf8_prefix(std::string_view text, std::size_t max) {
  if (text.size() <= max) return text;
  // A continuation byte at the cut belongs to a sequence that began before it, at most three bytes earlier.
  for (std::size_t back = 0; back < 4 && back < max && continues(text, max); ++back) --max;
  return text.substr(0, max);
}

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_sequence(text);
    if (length == 0) {
      valid += "\xEF\xBF\xBD";
      text.remove_prefix(1);
    } else {
      valid += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return valid;
}

void append_character(std::string& text, char32_t c) {
  if (c < 0x80) {
    text += static_cast<char>(c);
    return;
  }
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr char32_t first_byte[] = {0, 0xC0, 0xE0, 0xF0};
  text += static_cast<char>(first_byte[more] | c >> (6 * more));
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80 | (c >> (6 * i) & 0x3F));
}

}  // namespace interlock
