#include "platform/x11/put_image.h"

#include <X11/Xutil.h>

namespace interlock::platform::x11 {

namespace {

/// A visual has as many bits of each colour as its mask.
unsigned long part(std::uint32_t eight_bits, unsigned long mask) {
  const unsigned long lowest = mask & ~(mask - 1);
  return mask == 0 ? 0 : (eight_bits & 0xFF) * (mask / lowest) / 0xFF * lowest;
}

}  // namespace

bool can_show_images(Display* display) {
  return DefaultVisual(display, DefaultScreen(display))->c_class == TrueColor;
}

void put_image(Display* display, Window window, const Image& image) {
  const int screen = DefaultScreen(display);
  const auto width = static_cast<unsigned>(image.width), height = static_cast<unsigned>(image.height);
  Visual* visual = DefaultVisual(display, screen);
  XImage* shown = XCreateImage(display, visual, static_cast<unsigned>(DefaultDepth(display, screen)), ZPixmap, 0,
                               nullptr, width, height, 32, 0);
  if (shown == nullptr) return;
  std::vector<char> bytes(static_cast<std::size_t>(shown->bytes_per_line) * height);
  shown->data = bytes.data();
  auto pixel = image.pixels.begin();
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x, ++pixel) {
      XPutPixel(shown, x, y,
                part(*pixel >> 16, visual->red_mask) | part(*pixel >> 8, visual->green_mask) |
                    part(*pixel, visual->blue_mask));
    }
  }
  XPutImage(display, window, DefaultGC(display, screen), shown, 0, 0, 0, 0, width, height);
  shown->data = nullptr;  // the pixels are owned by the caller
  XDestroyImage(shown);
}

}  // namespace interlock::platform::x11
