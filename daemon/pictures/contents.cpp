#include "daemon/pictures/contents.h"

#include <algorithm>
#include <array>
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
/// After an act: by the first of these, applications have shown what it did. A clock of seconds changes between two of
/// them. Agents that act faster leave no time to see what changes by itself.
constexpr std::array idle_looks = {500ms, 1200ms, 1900ms, 2600ms};

int tolerance(Contents::Care care) {
  return care == Contents::Care::exact ? 3 : 48;
}

/// `restless`: pixels that do not count; empty: all count.
bool is_same(const platform::Image& one, const platform::Image& other, int most, const std::vector<bool>& restless) {
  if (one.width != other.width || one.height != other.height) return false;
  for (std::size_t at = 0; at < one.pixels.size(); ++at) {
    if (!restless.empty() && restless[at]) continue;
    if (!is_near(one.pixels[at], other.pixels[at], most)) return false;
  }
  return true;
}

/// So many blocks make up a length in pixels.
std::int32_t blocks(std::int32_t length) {
  return std::max(length / block_side, 1);
}

platform::Image sketch_of(const platform::Image& image) {
  return made_smaller(image, blocks(image.width), blocks(image.height));
}

}  // namespace

std::uint64_t Contents::number_of(const platform::Image& image, Care care, const std::vector<bool>& restless) {
  platform::Image sketch = sketch_of(image);
  const auto found = std::find_if(seen_.rbegin(), seen_.rend(),
                                  [&](const Sketch& s) { return is_same(s.image, sketch, tolerance(care), restless); });
  if (found != seen_.rend()) return found->number;
  seen_.push_back({++last_number_, std::move(sketch)});
  if (seen_.size() > most_sketches) seen_.pop_front();
  return last_number_;
}

void Contents::acted() {
  acted_ = steady_clock::now();
  changed_ = false;
  idle_->is_over = true;
  idle_ = std::make_shared<Idle>();
}

asio::awaitable<void> Contents::idle(std::shared_ptr<platform::Screen> screen, std::uint64_t window, Rect area) const {
  idle_->window = window;
  idle_->area = area;
  return watch(idle_, std::move(screen));
}

asio::awaitable<void> Contents::watch(std::shared_ptr<Idle> idle, std::shared_ptr<platform::Screen> screen) {
  const auto began = steady_clock::now();
  for (const auto when : idle_looks) {
    co_await pause_for(began + when - steady_clock::now());
    if (idle->is_over) co_return;
    auto taken = co_await screen->capture(idle->area, false, steady_clock::now() + contents_limit);
    if (idle->is_over || !taken) co_return;
    idle->sketches.push_back(sketch_of(taken->image));
  }
}

void Contents::end_idle(std::uint64_t window, const Rect& area, const platform::Image& picture) {
  if (idle_->is_over) return;
  idle_->is_over = true;
  if (idle_->window != window || !(idle_->area == area)) return;
  idle_->sketches.push_back(sketch_of(picture));
  restless_.idle(window, idle_->sketches);
}

asio::awaitable<Known<std::uint64_t>> Contents::look(std::shared_ptr<platform::Screen> screen, std::uint64_t window,
                                                     Rect area, Care care) {
  const auto wait = care == Care::exact ? time_to_show_a_key : time_to_show;
  while (true) {
    auto taken = co_await screen->capture(area, false, steady_clock::now() + contents_limit);
    if (!taken) co_return taken.is_unknown() ? Known<std::uint64_t>(taken.why()) : Known<std::uint64_t>(none);
    end_idle(window, area, taken->image);
    const auto& restless = restless_.parts(window, blocks(taken->image.width), blocks(taken->image.height));
    const std::uint64_t number = number_of(taken->image, care, restless);
    changed_ = changed_ || number != last_seen_;
    last_seen_ = number;
    if (changed_ || steady_clock::now() >= acted_ + wait) co_return number;
    co_await pause_for(between_captures);
  }
}

}  // namespace interlock::daemon
