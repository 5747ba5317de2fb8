#include "clients/display/picture.h"

#include <cstdint>

#include <png.h>

namespace interlock::display {
namespace {

constexpr unsigned largest_side = 32767;  ///< of a screen in X
constexpr std::size_t most_pixels = std::size_t{1} << 26;

int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

}  // namespace

std::optional<std::string> from_base64(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const int value = base64_value(c);
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

std::optional<Pixels> pixels_of(std::string_view base64_png) {
  const auto png = from_base64(base64_png);
  if (!png) return std::nullopt;
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, png->data(), png->size()) == 0) return std::nullopt;
  image.format = PNG_FORMAT_BGRA;
  Pixels pixels{image.width, image.height, {}};
  if (image.width > largest_side || image.height > largest_side ||
      std::size_t{image.width} * image.height > most_pixels) {
    png_image_free(&image);
    return std::nullopt;
  }
  pixels.bytes.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, pixels.bytes.data(), 0, nullptr) == 0) return std::nullopt;
  for (std::size_t alpha = 3; alpha < pixels.bytes.size(); alpha += 4) pixels.bytes[alpha] = 0;
  return pixels;
}

}  // namespace interlock::display
