// Writing PNG by libpng.
#include <png.h>
#include <csetjmp>

#include "daemon/pictures/picture.h"

namespace interlock::daemon {
namespace {

struct Out {
  std::string bytes;
  std::size_t most;
};

void write(png_structp png, png_bytep data, std::size_t size) {
  auto* out = static_cast<Out*>(png_get_io_ptr(png));
  if (out->bytes.size() + size > out->most) png_error(png, "too long");
  out->bytes.append(reinterpret_cast<const char*>(data), size);
}
void flush(png_structp) {}
[[noreturn]] void give_up(png_structp png, png_const_charp) {
  png_longjmp(png, 1);
}
void ignore(png_structp, png_const_charp) {}

/// False: it failed. Nothing is allocated here that a longjmp out of libpng would leak.
bool encode(const platform::Image& image, std::string& row, Out& out) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, give_up, ignore);
  if (png == nullptr) return false;
  png_infop info = png_create_info_struct(png);
  if (info == nullptr || setjmp(png_jmpbuf(png)) != 0) {
    png_destroy_write_struct(&png, &info);
    return false;
  }
  png_set_write_fn(png, &out, write, flush);
  png_set_compression_level(png, 1);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  const auto width = static_cast<std::uint32_t>(image.width);
  png_set_IHDR(png, info, width, static_cast<std::uint32_t>(image.height), 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  const std::uint32_t* pixel = image.pixels.data();
  for (std::int32_t y = 0; y < image.height; ++y) {
    char* to = row.data();
    for (std::uint32_t x = 0; x < width; ++x, ++pixel) {
      *to++ = static_cast<char>(*pixel >> 16);
      *to++ = static_cast<char>(*pixel >> 8);
      *to++ = static_cast<char>(*pixel);
    }
    png_write_row(png, reinterpret_cast<png_const_bytep>(row.data()));
  }
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return true;
}

}  // namespace

std::optional<std::string> png_of(const platform::Image& image, std::size_t most) {
  Out out{{}, most};
  std::string row(static_cast<std::size_t>(image.width) * 3, '\0');
  if (!encode(image, row, out)) return std::nullopt;
  return std::move(out.bytes);
}

}  // namespace interlock::daemon
