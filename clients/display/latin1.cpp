#include "clients/display/latin1.h"

#include "values/utf8.h"

namespace interlock::display {

std::optional<std::string> latin1_of(std::string_view utf8) {
  std::string narrow;
  while (!utf8.empty()) {
    const std::size_t size = utf8_sequence(utf8);
    if (size == 0 || size > 2) return std::nullopt;
    const auto first = static_cast<unsigned char>(utf8[0]);
    const unsigned value = size == 1 ? first : (first & 0x1FU) << 6 | (static_cast<unsigned char>(utf8[1]) & 0x3FU);
    if (value > 0xFF) return std::nullopt;
    narrow += static_cast<char>(value);
    utf8.remove_prefix(size);
  }
  return narrow;
}

std::string utf8_of_latin1(std::string_view latin1) {
  std::string text;
  for (const char each : latin1) {
    const auto value = static_cast<unsigned char>(each);
    if (value >= 0x80) text += static_cast<char>(0xC0 | value >> 6);
    text += static_cast<char>(value >= 0x80 ? 0x80 | (value & 0x3F) : value);
  }
  return text;
}

}  // namespace interlock::display
