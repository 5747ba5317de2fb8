/// Port: what is on the screen at one moment, as pixels and as windows that lie on one another.
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

/// The pointer's picture: 0xAARRGGBB, colours premultiplied.
struct CursorImage {
  Image image;
  Point at;  ///< its top left corner, in screen pixels
};

/// What the display server stacks and shows: an application's window with the frame around it, a menu, a panel.
struct Surface {
  std::uint64_t id = 0;      ///< by which the display server stacks it
  std::uint64_t client = 0;  ///< of the application's window, as `Window::id`; the same where there is no frame
  Rect rect;                 ///< all of it, frame and border included, in screen pixels
  Rect client_rect;          ///< the application's window, as `Window::rect`
  /// What of the screen below it cannot be seen through it: its shape, in screen pixels. Empty: it may be translucent.
  std::vector<Rect> covers;
};

/// Pixels and windows belong together: nothing changed in between.
struct Capture {
  Rect area;  ///< what of the screen the image shows
  Image image;
  std::vector<Surface> surfaces;  ///< all that are mapped, the lowest first
  std::optional<CursorImage> cursor;
};

class Screen {
 public:
  virtual ~Screen() = default;

  /// Takes the part of the screen that lies in `area`, all of it where none is given. `none`: no part of the screen
  /// lies there.
  virtual boost::asio::awaitable<Known<Capture>> capture(std::optional<Rect> area, bool cursor, Deadline deadline) = 0;
};

}  // namespace interlock::platform
