/// Pictures of the daemon (PNG in base64) as pixels for X clients.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace interlock::display {

/// Four bytes for each pixel: blue, green, red, 0. The server's byte order is little-endian for all clients.
struct Pixels {
  unsigned width = 0;
  unsigned height = 0;
  std::string bytes;
};

/// Nothing: not base64, not a PNG, or larger than any screen.
std::optional<Pixels> pixels_of(std::string_view base64_png);

}  // namespace interlock::display
