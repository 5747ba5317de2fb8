/// Pictures for end-to-end tests: the PNG of a reply, the screen itself, and the text that can be read in them.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "values/geometry.h"

namespace interlock::test {

struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> pixels;  ///< 0x00RRGGBB

  std::uint32_t at(int x, int y) const { return pixels[static_cast<std::size_t>(y * width + x)]; }
  /// The middle of all pixels of this colour; throws if there is none.
  Point middle_of(std::uint32_t colour) const;
};

/// The PNG of a reply to `screenshot`; throws if it is none.
Picture picture_of(const boost::json::object& reply);
/// The whole screen, from the X server.
Picture screen_of(const std::string& display);
/// The same, once it no longer changes.
Picture still_screen_of(const std::string& display);
/// The words that tesseract reads in the reply's picture, enlarged for it.
std::string words_in(const boost::json::object& reply, const std::string& scratch);

}  // namespace interlock::test
