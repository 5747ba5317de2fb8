// Pixels: painted over, drawn on, scaled down, written.
#include "daemon/pictures/picture.h"

#include <gtest/gtest.h>
#include <png.h>

namespace interlock::daemon {
namespace {

using platform::Image;

Image plain(std::int32_t width, std::int32_t height, std::uint32_t colour) {
  return {width, height, std::vector<std::uint32_t>(static_cast<std::size_t>(width * height), colour)};
}
std::uint32_t at(const Image& image, int x, int y) {
  return image.pixels.at(static_cast<std::size_t>(y * image.width + x));
}

TEST(Picture, IsPaintedOverToThePixel) {
  auto image = plain(20, 10, 0xFFFFFF);
  paint_over(image, {100, 50}, {{105, 52, 4, 3}, {118, 58, 50, 50}, {0, 0, 5, 5}});
  for (int y = 0; y < 10; ++y) {
    for (int x = 0; x < 20; ++x) {
      const bool hidden = (x >= 5 && x < 9 && y >= 2 && y < 5) || (x >= 18 && y >= 8);
      EXPECT_EQ(at(image, x, y), hidden ? painted_over : 0xFFFFFFu) << x << "," << y;
    }
  }
}

TEST(Picture, ShowsTheCursorWhereItIsAndAsTranslucentAsItIs) {
  auto image = plain(4, 4, 0x0000FF);
  draw_cursor(image, {10, 10}, {{2, 2, {0xFFFF0000, 0x80800000, 0, 0xFF00FF00}}, {13, 13}});
  EXPECT_EQ(at(image, 3, 3), 0xFF0000u);
  EXPECT_EQ(at(image, 2, 3), 0x0000FFu);
  draw_cursor(image, {10, 10}, {{2, 2, {0xFFFF0000, 0x80800000, 0, 0xFF00FF00}}, {10, 10}});
  EXPECT_EQ(at(image, 1, 0), 0x80007Fu);
  EXPECT_EQ(at(image, 0, 1), 0x0000FFu);
  EXPECT_EQ(at(image, 1, 1), 0x00FF00u);
}

TEST(Picture, IsScaledDownByTheMeanOfThePixels) {
  Image image{4, 2, {0, 0xFFFFFF, 0xFF0000, 0xFF0000, 0xFFFFFF, 0, 0xFF0000, 0xFF0000}};
  const auto half = made_smaller(image, 2, 1);
  EXPECT_EQ(half.pixels, (std::vector<std::uint32_t>{0x808080, 0xFF0000}));
  EXPECT_EQ(made_smaller(image, 8, 8).pixels, image.pixels) << "never larger";
  for (const auto& [width, height] : {std::pair{853, 600}, {1, 1}, {1279, 899}, {640, 450}}) {
    const auto white = made_smaller(plain(1280, 900, 0xFFFFFF), width, height);
    EXPECT_EQ(white.width, width);
    EXPECT_EQ(std::count(white.pixels.begin(), white.pixels.end(), 0xFFFFFFu), width * height) << "nothing is lost";
  }
  // The mean of the picture stays the same, however uneven the share of each pixel.
  Image ramp{7, 1, {0, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60}};
  const auto three = made_smaller(ramp, 3, 1);
  EXPECT_NEAR((three.pixels[0] + three.pixels[1] + three.pixels[2]) / 3.0, 0x30, 1);
  EXPECT_LT(three.pixels[0], three.pixels[1]);
}

TEST(Picture, FitsIntoTheRequestedSize) {
  const Rect screen{0, 0, 1280, 900};
  EXPECT_EQ(scale_for(screen, {}), 1);
  EXPECT_EQ(scale_for(screen, {.max_width = 640}), 0.5);
  EXPECT_EQ(scale_for(screen, {.max_width = 640, .max_height = 300}), 300.0 / 900);
  EXPECT_EQ(scale_for(screen, {.max_width = 4000}), 1);
  EXPECT_EQ(scale_for(screen, {.scale = 0.25}), 0.25);
}

TEST(Picture, IsAPngThatReadsBack) {
  Image image{3, 2, {0x112233, 0, 0xFFFFFF, 0xABCDEF, 0x808080, 0x010203}};
  const auto bytes = png_of(image, 10'000);
  ASSERT_TRUE(bytes);
  png_image reader{};
  reader.version = PNG_IMAGE_VERSION;
  ASSERT_TRUE(png_image_begin_read_from_memory(&reader, bytes->data(), bytes->size()));
  reader.format = PNG_FORMAT_RGB;
  std::vector<unsigned char> rgb(PNG_IMAGE_SIZE(reader));
  ASSERT_TRUE(png_image_finish_read(&reader, nullptr, rgb.data(), 0, nullptr));
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    EXPECT_EQ(image.pixels[i], std::uint32_t{rgb[3 * i]} << 16 | std::uint32_t{rgb[3 * i + 1]} << 8 | rgb[3 * i + 2]);
  }
  EXPECT_FALSE(png_of(image, bytes->size() - 1)) << "longer than it may be";
}

}  // namespace
}  // namespace interlock::daemon
