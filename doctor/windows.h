/// The windows of applications on a display.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace interlock::doctor {

struct TopWindow {
  std::uint32_t process = 0;  ///< as the X server reports it; 0 if unknown
  std::string name;           ///< its class, else its title
};

/// The windows that the window manager manages (_NET_CLIENT_LIST); none without a window manager or display.
std::vector<TopWindow> top_windows(const std::string& display);

}  // namespace interlock::doctor
