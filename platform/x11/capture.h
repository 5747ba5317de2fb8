/// Captures the screen and, under the same server grab, the stacking of its windows. Used on the display thread.
#pragma once

#include <optional>

#include "platform/screen.h"
#include "platform/x11/connection.h"

namespace interlock::platform::x11 {

/// As Screen::capture.
Known<Capture> capture(const Connection& x, std::optional<Rect> area, bool cursor);

/// By shared memory if the server supports it and is on this machine, else through the socket. Nothing: the server
/// refused.
std::optional<Image> grab_image(const Connection& x, Rect area, bool allow_shared = true);

}  // namespace interlock::platform::x11
