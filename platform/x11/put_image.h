/// Puts an image on a window.
#pragma once

#include "platform/screen.h"
#include "platform/x11/xlib.h"

namespace interlock::platform::x11 {

/// Whether the display can show images: its visual has a mask for each colour (TrueColor).
bool can_show_images(Display* display);
/// At the top left corner of the window; pixels are 0x00RRGGBB.
void put_image(Display* display, Window window, const Image& image);

}  // namespace interlock::platform::x11
