#include "ipc/base64.h"

#include <cstdint>

namespace interlock::ipc {

std::string base64_of(std::string_view bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  const auto at = [&](std::size_t i) {
    return i < bytes.size() ? std::uint32_t{static_cast<unsigned char>(bytes[i])} : 0;
  };
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t three = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
    for (int digit = 0; digit < 4; ++digit) {
      const bool filled = i + static_cast<std::size_t>(digit) <= bytes.size();
      text += filled ? digits[three >> (18 - 6 * digit) & 63] : '=';
    }
  }
  return text;
}

}  // namespace interlock::ipc
