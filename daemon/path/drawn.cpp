#include "daemon/path/drawn.h"

#include <algorithm>

#include "daemon/process/pause.h"
#include "daemon/process/processor_watch.h"
#include "daemon/seeing/regions.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

constexpr auto picture_limit = 100ms;
/// Without a picture from before, typed text cannot be told from older text: a busy display gets more time for it.
constexpr auto first_picture_limit = 500ms;
constexpr auto read_limit = 150ms;
constexpr auto between_pictures = 15ms;
constexpr std::size_t most_compared = 40;  ///< bytes

asio::awaitable<std::shared_ptr<const platform::Image>> picture_of(std::shared_ptr<platform::Screen> screen, Rect area,
                                                                   std::chrono::milliseconds limit = picture_limit) {
  auto taken = co_await screen->capture(area, false, steady_clock::now() + limit);
  if (!taken) co_return nullptr;
  co_return std::make_shared<const platform::Image>(std::move(taken->image));
}

/// Editable pages show some spaces as no-break spaces.
std::string with_plain_spaces(std::string text) {
  constexpr std::string_view no_break_space = "\xc2\xa0";
  for (auto at = text.find(no_break_space); at != std::string::npos; at = text.find(no_break_space, at))
    text.replace(at, no_break_space.size(), " ");
  return text;
}

asio::awaitable<bool> field_has(Eyes eyes, const Window& window, const std::string& text) {
  if (!eyes.tree || text.empty()) co_return false;
  const auto sight = co_await eyes.tree->focused_element(window, steady_clock::now() + read_limit);
  const auto* value = sight.element ? sight.element->value.get() : nullptr;
  if (value == nullptr) co_return false;
  co_return with_plain_spaces(*value).find(text) != std::string::npos;
}

}  // namespace

void Drawn::saw_change(Time time) {
  still_since_ = time;
  has_changed_ = true;
}

void Drawn::saw_text(Time time) {
  if (!text_) text_ = time;
}

bool Drawn::is_drawn(Time time) const {
  if (is_over(time)) return true;
  const auto still = time - still_since_;
  if (!has_changed_) return !text_ && still >= without_change;
  return still >= after_change || (text_ && still >= after_text && time - *text_ >= after_text);
}

bool shows_other_text(const platform::Image& one, const platform::Image& other) {
  constexpr std::int32_t cursor_width = 3;
  if (one.width != other.width || one.height != other.height) return true;
  std::int32_t first = one.width, last = -1;
  for (std::size_t i = 0; i < one.pixels.size(); ++i) {
    if (one.pixels[i] == other.pixels[i]) continue;
    const auto x = static_cast<std::int32_t>(i % static_cast<std::size_t>(one.width));
    first = std::min(first, x);
    last = std::max(last, x);
  }
  return last - first >= cursor_width;
}

std::string last_line_of(const std::string& typed) {
  std::string line = with_plain_spaces(typed.substr(typed.find_last_of("\n\t\r") + 1));
  if (line.size() > most_compared) line.erase(0, line.size() - most_compared);
  while (!line.empty() && (static_cast<unsigned char>(line.front()) & 0xC0U) == 0x80)
    line.erase(0, 1);  // cut character
  const auto begin = line.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  return line.substr(begin, line.find_last_not_of(' ') + 1 - begin);
}

asio::awaitable<std::optional<Undrawn>> look_before_typing(Eyes eyes, Observation seen) {
  if (!eyes.screen || !seen.window) co_return std::nullopt;
  Rect area = seen.window->rect;
  if (seen.focus && !overlap(seen.focus->extents, area).empty()) area = overlap(seen.focus->extents, area);
  auto before = co_await picture_of(eyes.screen, area, first_picture_limit);
  co_return Undrawn{area, std::move(before)};
}

asio::awaitable<void> until_drawn(std::function<Eyes()> eyes, Undrawn place, Window window, std::string typed,
                                  std::function<bool()> cancelled) {
  const std::string wanted = last_line_of(typed);
  Drawn drawn(steady_clock::now());
  ProcessorWatch program(window);
  auto shown = place.before;
  while (!cancelled()) {
    const Eyes open = eyes();
    if (!open.screen) co_return;
    const auto now = steady_clock::now();
    const auto picture = co_await picture_of(open.screen, place.area);
    if (picture && (!shown || shows_other_text(*shown, *picture))) {
      drawn.saw_change(now);
      program.look();
      shown = picture;
    }
    if (!drawn.has_text()) {
      const bool has = co_await field_has(open, window, wanted);
      if (has) drawn.saw_text(steady_clock::now());
    }
    if (drawn.is_drawn(now)) {
      if (drawn.is_over(now) || !program.look()) co_return;
      drawn.was_held_up(steady_clock::now());
    }
    co_await pause_for(between_pictures);
  }
}

}  // namespace interlock::daemon
