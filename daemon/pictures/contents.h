/// Whether a window still shows what it showed: pictures of it, identified by numbers. A picture is kept as a sketch of
/// a few thousand bytes, which never leaves this class.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "daemon/pictures/restless.h"
#include "platform/screen.h"
#include "values/known.h"

namespace interlock::daemon {

class Contents {
 public:
  /// How much may differ in a picture of the same content.
  enum class Care : std::uint8_t {
    exact,  ///< nothing: keys may move no more than the text cursor
    rough,  ///< what blinks, as a text cursor does
  };

  /// The number of what `window`, which is at `area` of the screen, shows; equal numbers for equal pictures. A picture
  /// that is still the one before the last act is looked at again until applications have had time to show what the act
  /// did. What changes by itself (restless.h) makes no difference, once idle() has seen it.
  boost::asio::awaitable<Known<std::uint64_t>> look(std::shared_ptr<platform::Screen> screen, std::uint64_t window,
                                                    Rect area, Care care);
  /// Something was done just now.
  void acted();

  /// Watches what changes in the window by itself until the next act, or at most 3 s. To be started after an act; it
  /// does not use this object, which may end earlier.
  boost::asio::awaitable<void> idle(std::shared_ptr<platform::Screen> screen, std::uint64_t window, Rect area) const;

  /// The number of one picture. `restless`: pixels of its sketch that make no difference; empty: all do.
  std::uint64_t number_of(const platform::Image& image, Care care, const std::vector<bool>& restless = {});

 private:
  struct Sketch {
    std::uint64_t number = 0;
    platform::Image image;
  };
  /// Sketches since the last act.
  struct Idle {
    std::uint64_t window = 0;
    Rect area;
    std::vector<platform::Image> sketches;
    bool is_over = false;  ///< something was done, or is about to be
  };
  static boost::asio::awaitable<void> watch(std::shared_ptr<Idle> idle, std::shared_ptr<platform::Screen> screen);
  void end_idle(std::uint64_t window, const Rect& area, const platform::Image& picture);

  std::deque<Sketch> seen_;  ///< latest last
  std::uint64_t last_number_ = 0;
  std::uint64_t last_seen_ = 0;
  std::chrono::steady_clock::time_point acted_{};
  bool changed_ = false;  ///< since then
  std::shared_ptr<Idle> idle_ = std::make_shared<Idle>();
  Restless restless_;
};

}  // namespace interlock::daemon
