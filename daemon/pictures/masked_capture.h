/// The screen together with what of it must not be seen by a session: the one way to pictures that are given away.
/// What is hidden must be where it was both before and after the picture was taken, so it is looked for twice.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "daemon/desk/observer.h"
#include "daemon/pictures/masks.h"
#include "daemon/sessions/agents.h"

namespace interlock::daemon {

struct MaskedCapture {
  platform::Capture capture;  ///< not painted over yet
  std::vector<WindowMask> masks;
};

struct CaptureOrder {
  std::optional<Rect> area;  ///< in root pixels; nothing: the whole screen
  bool cursor = false;
  int attempts = 3;                     ///< at a picture in which nothing moves; after the last, what moved is masked
  std::chrono::milliseconds each{300};  ///< for each look and each picture
};

/// `none`: no part of the screen lies there. Keeps `session` and `eyes` while it runs, which is on the daemon's loop.
boost::asio::awaitable<Known<MaskedCapture>> capture_masked(Eyes eyes, std::shared_ptr<const Session> session,
                                                            CaptureOrder order);

}  // namespace interlock::daemon
