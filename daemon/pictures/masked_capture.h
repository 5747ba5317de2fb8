/// A picture of the screen together with the masks for a session: all pictures for agents are made in this way. Hidden
/// elements must be at the same place before and after the picture was taken, so they are searched twice.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "daemon/desk/observer.h"
#include "daemon/pictures/masks.h"
#include "daemon/seeing/private_text.h"
#include "daemon/sessions/agents.h"

namespace interlock::daemon {

struct MaskedCapture {
  platform::Capture capture;  ///< not painted over yet
  std::vector<WindowMask> masks;
  PrivateParts private_text;  ///< of the picture; to be painted over as well
};

/// A compositor on Wayland may have to encode the picture of a whole screen: some tenths of a second, or more beside
/// other work.
constexpr std::chrono::milliseconds slow_picture{3000};

struct CaptureOrder {
  std::optional<Rect> area;  ///< in root pixels; nothing: the whole screen
  bool cursor = false;
  int attempts = 3;  ///< attempts to take a picture in which nothing moves; after the last, moved windows are masked
  std::chrono::milliseconds each{300};               ///< for each look
  std::chrono::milliseconds picture = slow_picture;  ///< for the picture itself; at least `each`
};

/// `none`: `area` lies outside the screen. Keeps `session` and `eyes` while it runs, which is on the daemon's loop.
boost::asio::awaitable<Known<MaskedCapture>> capture_masked(Eyes eyes, std::shared_ptr<const Session> session,
                                                            CaptureOrder order);

}  // namespace interlock::daemon
