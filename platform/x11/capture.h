/// Taking a picture of the screen and, under the same server grab, of how its windows lie. Used on the display thread.
#pragma once

#include <optional>

#include "platform/screen.h"
#include "platform/x11/connection.h"

namespace interlock::platform::x11 {

/// As Screen::capture.
Known<Capture> capture(const Connection& x, std::optional<Rect> area, bool cursor);

/// By shared memory where the server has it and is on this machine, else through the socket. Nothing: it would not.
std::optional<Image> grab_image(const Connection& x, Rect area, bool allow_shared = true);

}  // namespace interlock::platform::x11
