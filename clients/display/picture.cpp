#include "clients/display/picture.h"

#include <png.h>

#include "ipc/base64.h"

namespace interlock::display {
namespace {

constexpr unsigned largest_side = 32767;  ///< of a screen in X
constexpr std::size_t most_pixels = std::size_t{1} << 26;

}  // namespace

std::optional<Pixels> pixels_of(std::string_view base64_png) {
  const auto png = ipc::bytes_of_base64(base64_png);
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
