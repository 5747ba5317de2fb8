#include "platform/notify/icon.h"

#include <algorithm>

namespace interlock::platform::notify {

Image icon_of(const Picture& picture) {
  constexpr std::int32_t beside = 8;
  const Image& whole = picture.image;
  const Rect& target = picture.target;
  const std::int32_t most = std::min(whole.width, whole.height);
  const std::int32_t needed = std::max({target.width + 2 * beside, target.height + 2 * beside, smallest_icon});
  const std::int32_t side = std::min(needed, most);
  if (target.width > most || target.height > most) return whole;
  const std::int32_t left = std::clamp(target.x + (target.width - side) / 2, 0, whole.width - side);
  const std::int32_t top = std::clamp(target.y + (target.height - side) / 2, 0, whole.height - side);
  Image icon{side, side, {}};
  icon.pixels.reserve(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  for (std::int32_t y = top; y < top + side; ++y) {
    const auto row = whole.pixels.begin() + std::ptrdiff_t{y} * whole.width + left;
    icon.pixels.insert(icon.pixels.end(), row, row + side);
  }
  return icon;
}

}  // namespace interlock::platform::notify
