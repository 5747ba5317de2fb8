#include "daemon/pictures/restless.h"

#include <algorithm>
#include <cstdlib>

namespace interlock::daemon {

namespace {

constexpr int visible_change = 3;
constexpr std::uint32_t least_acts = 2;
constexpr std::size_t least_pictures = 3;
constexpr std::size_t largest_share = 10;  ///< one tile in so many

}  // namespace

bool is_near(std::uint32_t one, std::uint32_t other, int most) {
  const auto channel = [](std::uint32_t pixel, int shift) { return static_cast<int>((pixel >> shift) & 0xff); };
  const auto near = [&](int shift) { return std::abs(channel(one, shift) - channel(other, shift)) <= most; };
  return near(0) && near(8) && near(16);
}

std::size_t Restless::tile_of(std::size_t pixel) const {
  const auto width = static_cast<std::size_t>(width_);
  return pixel / width / tile * tiles_across() + pixel % width / tile;
}

std::vector<bool> Restless::changed_tiles(const platform::Image& one, const platform::Image& other) const {
  std::vector<bool> changed(tiles_.size());
  for (std::size_t at = 0; at < one.pixels.size(); ++at) {
    if (!is_near(one.pixels[at], other.pixels[at], visible_change)) changed[tile_of(at)] = true;
  }
  return changed;
}

void Restless::idle(std::uint64_t window, const std::vector<platform::Image>& pictures) {
  if (pictures.size() < least_pictures) return;
  const auto& first = pictures.front();
  const bool same_size = std::all_of(pictures.begin(), pictures.end(), [&](const platform::Image& picture) {
    return picture.width == first.width && picture.height == first.height;
  });
  if (!same_size) return;
  if (window != window_ || first.width != width_ || first.height != height_) {
    window_ = window, width_ = first.width, height_ = first.height;
    tiles_.assign(tiles_across() * static_cast<std::size_t>((height_ + tile - 1) / tile), {});
  }
  std::vector<std::size_t> changes(tiles_.size());
  for (std::size_t i = 1; i < pictures.size(); ++i) {
    const auto changed = changed_tiles(pictures[i - 1], pictures[i]);
    for (std::size_t at = 0; at < changed.size(); ++at) changes[at] += changed[at] ? 1 : 0;
  }
  for (std::size_t at = 0; at < tiles_.size(); ++at) {
    if (changes[at] > 0) ++tiles_[at].once;
    if (changes[at] + 1 == pictures.size()) ++tiles_[at].always;
  }
  find_parts();
}

bool Restless::is_restless(std::size_t index) const {
  if (tiles_[index].always >= least_acts) return true;
  if (tiles_[index].once == 0) return false;
  const std::size_t across = tiles_across();
  const std::size_t left = index % across == 0 ? 0 : 1, right = index % across + 1 == across ? 0 : 1;
  for (const std::size_t row : {index < across ? index : index - across, index, index + across}) {
    for (std::size_t at = row - left; at <= row + right && at < tiles_.size(); ++at) {
      if (tiles_[at].always >= least_acts) return true;
    }
  }
  return false;
}

void Restless::find_parts() {
  std::vector<bool> restless(tiles_.size());
  for (std::size_t at = 0; at < tiles_.size(); ++at) restless[at] = is_restless(at);
  const auto count = static_cast<std::size_t>(std::count(restless.begin(), restless.end(), true));
  parts_.clear();
  if (count == 0 || count * largest_share > tiles_.size()) return;
  const std::size_t pixels = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  for (std::size_t at = 0; at < pixels; ++at) parts_.push_back(restless[tile_of(at)]);
}

const std::vector<bool>& Restless::parts(std::uint64_t window, std::int32_t width, std::int32_t height) const {
  static const std::vector<bool> nothing;
  return window == window_ && width == width_ && height == height_ ? parts_ : nothing;
}

}  // namespace interlock::daemon
