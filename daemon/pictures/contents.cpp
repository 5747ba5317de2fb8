#include "daemon/pictures/contents.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "daemon/pictures/picture.h"
#include "daemon/process/pause.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

/// A text cursor, one or two pixels wide, is a small part of a block of so many pixels a side; a letter is more.
constexpr std::int32_t block_side = 12;
constexpr std::size_t most_sketches = 16;
constexpr auto contents_limit = 1s;  // 5 ms, unless the machine is busy
/// A browser that scrolls smoothly begins to within so long.
constexpr auto time_to_show = 300ms;
/// After a key: on a busy machine applications draw later. Two clicks must still be able to be a double click.
constexpr auto time_to_show_a_key = 1500ms;
constexpr auto between_captures = 30ms;

int tolerance(Contents::Care care) {
  return care == Contents::Care::exact ? 3 : 48;
}

bool is_near(std::uint32_t one, std::uint32_t other, int most) {
  const auto channel = [](std::uint32_t pixel, int shift) { return static_cast<int>((pixel >> shift) & 0xff); };
  const auto near = [&](int shift) { return std::abs(channel(one, shift) - channel(other, shift)) <= most; };
  return near(0) && near(8) && near(16);
}

bool is_same(const platform::Image& one, const platform::Image& other, int most) {
  return one.width == other.width && one.height == other.height &&
         std::equal(one.pixels.begin(), one.pixels.end(), other.pixels.begin(), other.pixels.end(),
                    [&](std::uint32_t a, std::uint32_t b) { return is_near(a, b, most); });
}

}  // namespace

std::uint64_t Contents::number_of(const platform::Image& image, Care care) {
  const auto blocks = [](std::int32_t length) { return std::max(length / block_side, 1); };
  platform::Image sketch = made_smaller(image, blocks(image.width), blocks(image.height));
  const auto found = std::find_if(seen_.rbegin(), seen_.rend(),
                                  [&](const Sketch& s) { return is_same(s.image, sketch, tolerance(care)); });
  if (found != seen_.rend()) return found->number;
  seen_.push_back({++last_number_, std::move(sketch)});
  if (seen_.size() > most_sketches) seen_.pop_front();
  return last_number_;
}

asio::awaitable<Known<std::uint64_t>> Contents::look(std::shared_ptr<platform::Screen> screen, Rect area, Care care) {
  const auto wait = care == Care::exact ? time_to_show_a_key : time_to_show;
  while (true) {
    auto taken = co_await screen->capture(area, false, steady_clock::now() + contents_limit);
    if (!taken) co_return taken.is_unknown() ? Known<std::uint64_t>(taken.why()) : Known<std::uint64_t>(none);
    const std::uint64_t number = number_of(taken->image, care);
    changed_ = changed_ || number != last_seen_;
    last_seen_ = number;
    if (changed_ || steady_clock::now() >= acted_ + wait) co_return number;
    co_await pause_for(between_captures);
  }
}

}  // namespace interlock::daemon
