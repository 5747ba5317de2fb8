/// Operations on pictures of the screen: painting over, scaling down, writing as PNG. Pure, for a worker thread.
#pragma once

#include <optional>
#include <string>

#include "daemon/seeing/regions.h"
#include "platform/screen.h"

namespace interlock::daemon {

/// The colour of hidden parts: a plain grey.
inline constexpr std::uint32_t painted_over = 0x808080;

/// `parts` in root pixels; parts outside the picture are ignored.
void paint_over(platform::Image& image, Point origin, const Rects& parts);
void draw_cursor(platform::Image& image, Point origin, const platform::CursorImage& cursor);

/// Scales down by the mean of the pixels, weighted by area. Never larger than the original.
platform::Image made_smaller(const platform::Image& image, std::int32_t width, std::int32_t height);

struct Fit {
  std::optional<std::int32_t> max_width;
  std::optional<std::int32_t> max_height;
  std::optional<double> scale;
};
/// Pixels of the picture for one of the screen: above 0, at most 1.
double scale_for(const Rect& area, const Fit& fit);

/// 8-bit RGB, compressed for speed (level 1, no filters); nothing if it would be longer than `most` bytes.
std::optional<std::string> png_of(const platform::Image& image, std::size_t most);

}  // namespace interlock::daemon
