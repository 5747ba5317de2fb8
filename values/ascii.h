/// Letters and digits of ASCII, whatever the locale.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace interlock {

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
std::string lower(std::string_view text);

inline constexpr std::string_view hex_digits = "0123456789abcdef";
inline constexpr std::string_view upper_hex_digits = "0123456789ABCDEF";
/// Two digits a byte.
std::string hex(std::span<const unsigned char> bytes);

}  // namespace interlock
