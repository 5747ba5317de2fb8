/// Port: what is on the screen at one moment: pixels, and windows in stacking order.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "platform/window_system.h"
#include "values/geometry.h"
#include "values/known.h"

namespace interlock::platform {

/// Pixels row by row, 0x00RRGGBB.
struct Image {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<std::uint32_t> pixels;
};

/// A part of the screen and what it showed.
struct ShownPart {
  Rect area;  ///< in screen pixels
  Image image;
};

/// The image of the pointer: 0xAARRGGBB, colours premultiplied.
struct CursorImage {
  Image image;
  Point at;  ///< its top left corner, in screen pixels
};

/// One unit of the display server's stack: an application's window with its frame, a menu, a panel.
struct Surface {
  std::uint64_t id = 0;      ///< the window that the display server stacks
  std::uint64_t client = 0;  ///< the application's window, as `Window::id`; the same id if there is no frame
  Rect rect;                 ///< including frame and border, in screen pixels
  Rect client_rect;          ///< the application's window, as `Window::rect`
  /// Its opaque shape, in screen pixels: what lies below cannot be seen there. Empty: it may be translucent.
  std::vector<Rect> covers;
};

/// Pixels and windows of the same moment: nothing changed between reading the one and the other.
struct Capture {
  Rect area;  ///< the part of the screen that the image shows
  Image image;
  std::vector<Surface> surfaces;  ///< all mapped windows, the lowest first
  std::optional<CursorImage> cursor;
};

class Screen {
 public:
  virtual ~Screen() = default;

  /// Captures `area`, or the whole screen if none is given. `none`: `area` lies outside the screen.
  virtual boost::asio::awaitable<Known<Capture>> capture(std::optional<Rect> area, bool cursor, Deadline deadline) = 0;
};

}  // namespace interlock::platform
