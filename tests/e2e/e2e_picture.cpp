#include "tests/e2e/e2e_picture.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <png.h>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "tests/desktop/desktop.h"

namespace interlock::test {
namespace {

std::string bytes_of(const boost::json::object& reply) {
  static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : reply.at("data").as_string()) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(digits.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

}  // namespace

Point Picture::middle_of(std::uint32_t colour) const {
  std::int64_t sum_x = 0, sum_y = 0, count = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (at(x, y) != colour) continue;
      sum_x += x;
      sum_y += y;
      ++count;
    }
  }
  if (count == 0) throw std::runtime_error("no pixel has the colour");
  return {static_cast<std::int32_t>(sum_x / count), static_cast<std::int32_t>(sum_y / count)};
}

Picture picture_of(const boost::json::object& reply) {
  const std::string bytes = bytes_of(reply);
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&png, bytes.data(), bytes.size())) throw std::runtime_error(png.message);
  png.format = PNG_FORMAT_RGB;
  std::vector<unsigned char> rgb(PNG_IMAGE_SIZE(png));
  if (!png_image_finish_read(&png, nullptr, rgb.data(), 0, nullptr)) throw std::runtime_error(png.message);
  Picture picture{static_cast<int>(png.width), static_cast<int>(png.height), {}};
  for (std::size_t i = 0; i < rgb.size(); i += 3) {
    picture.pixels.push_back(std::uint32_t{rgb[i]} << 16 | std::uint32_t{rgb[i + 1]} << 8 | rgb[i + 2]);
  }
  return picture;
}

Picture screen_of(const std::string& display) {
  Display* connection = XOpenDisplay(display.c_str());
  if (connection == nullptr) throw std::runtime_error("cannot open " + display);
  const int screen = DefaultScreen(connection);
  Picture picture{DisplayWidth(connection, screen), DisplayHeight(connection, screen), {}};
  XImage* image = XGetImage(connection, DefaultRootWindow(connection), 0, 0, static_cast<unsigned>(picture.width),
                            static_cast<unsigned>(picture.height), AllPlanes, ZPixmap);
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      picture.pixels.push_back(static_cast<std::uint32_t>(XGetPixel(image, x, y)) & 0xFFFFFF);
    }
  }
  XDestroyImage(image);
  XCloseDisplay(connection);
  return picture;
}

Picture still_screen_of(const std::string& display) {
  auto screen = screen_of(display);
  for (int same = 0, looks = 0; same < 3 && looks < 100; ++looks) {
    std::this_thread::sleep_for(std::chrono::milliseconds{100});
    auto next = screen_of(display);
    same = next.pixels == screen.pixels ? same + 1 : 0;
    screen = std::move(next);
  }
  return screen;
}

std::string words_in(const boost::json::object& reply, const std::string& scratch) {
  const std::string small = scratch + "/seen.png", large = scratch + "/large.png", text = scratch + "/words";
  std::ofstream(small, std::ios::binary) << bytes_of(reply);
  const std::string command = "convert '" + small + "' -resize 200% '" + large + "' && OMP_THREAD_LIMIT=1 tesseract '" +
                              large + "' '" + text + "' --psm 11 >/dev/null 2>&1";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("tesseract does not run: " + command);
  return read_file(text + ".txt");
}

}  // namespace interlock::test
