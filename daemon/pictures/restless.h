/// The parts of one window that change while nothing is done: clocks, spinners, a blinking text cursor. What they show
/// is no progress. Works on sketches (contents.h), in tiles of a few of their pixels. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platform/screen.h"

namespace interlock::daemon {

/// The largest difference of a colour channel of two pixels is at most `most`.
bool is_near(std::uint32_t one, std::uint32_t other, int most);

class Restless {
 public:
  /// Side of a tile in pixels of a sketch.
  static constexpr std::int32_t tile = 4;

  /// What was seen of `window` between two acts, in order; forgets what it knows of another window or size. What an act
  /// changes late changes once; what goes on by itself changes between any two pictures. So a tile is restless if it
  /// did so in three pictures or more, after two acts. Its neighbours that changed by themselves at all are parts of
  /// the same thing: the minutes of a clock.
  void idle(std::uint64_t window, const std::vector<platform::Image>& pictures);

  /// For each pixel of a sketch of this size whether it is restless. Empty if none is, in another window, or if so much
  /// moves that it may be the content itself (a video, a page that loads): more than a tenth.
  const std::vector<bool>& parts(std::uint64_t window, std::int32_t width, std::int32_t height) const;

 private:
  struct Changes {
    std::uint32_t always = 0;  ///< after so many acts between any two pictures
    std::uint32_t once = 0;    ///< after so many acts between two pictures
  };
  std::size_t tiles_across() const { return static_cast<std::size_t>((width_ + tile - 1) / tile); }
  std::size_t tile_of(std::size_t pixel) const;
  std::vector<bool> changed_tiles(const platform::Image& one, const platform::Image& other) const;
  bool is_restless(std::size_t index) const;
  void find_parts();

  std::uint64_t window_ = 0;
  std::int32_t width_ = 0, height_ = 0;
  std::vector<Changes> tiles_;
  std::vector<bool> parts_;
};

}  // namespace interlock::daemon
