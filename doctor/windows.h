/// The applications' windows on a display.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace interlock::doctor {

struct TopWindow {
  std::uint32_t process = 0;  ///< by the X server's word; 0 when it does not know
  std::string name;           ///< its class, else its title
};

/// Those that the window manager manages (_NET_CLIENT_LIST); none without one, or without the display.
std::vector<TopWindow> top_windows(const std::string& display);

}  // namespace interlock::doctor
