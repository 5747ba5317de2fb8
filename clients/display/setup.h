/// The connection setup of X11: what a client sends first, and the answers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clients/display/wire.h"

namespace interlock::display {

// Ids of what every screen has. Small numbers are never ids of clients' resources.
inline constexpr std::uint32_t colormap_id = 0x20;
inline constexpr std::uint32_t visual_id = 0x21;

struct SetupRequest {
  Order order = Order::little;
  std::uint16_t major = 0;
  std::string protocol;  ///< of the authorization
  std::string data;
};

/// Takes the setup from the beginning of `bytes` and removes it there. Nothing: not complete yet, or (then `broken` is
/// true) not a setup.
std::optional<SetupRequest> take_setup(std::string& bytes, bool& broken);

struct ScreenFacts {
  std::uint32_t root = 0;
  std::uint16_t width = 0;
  std::uint16_t height = 0;
};

std::string accepted(Order order, const ScreenFacts& screen);
/// `reason` is what clients print: "cannot open display: ...".
std::string refused(Order order, std::string_view reason);

}  // namespace interlock::display
