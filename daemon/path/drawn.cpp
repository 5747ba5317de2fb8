#include "daemon/path/drawn.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "daemon/pictures/regions.h"
#include "values/hash.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

constexpr auto capture_limit = 100ms;
constexpr auto read_limit = 150ms;
constexpr auto between_looks = 15ms;
constexpr std::size_t most_compared = 40;  ///< bytes

asio::awaitable<std::optional<std::uint64_t>> picture_of(std::shared_ptr<platform::Screen> screen, Rect area) {
  const auto taken = co_await screen->capture(area, false, steady_clock::now() + capture_limit);
  if (!taken) co_return std::nullopt;
  Hash hash;
  for (const std::uint32_t pixel : taken->image.pixels) hash.add(std::uint64_t{pixel});
  co_return hash.value();
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
  co_return value != nullptr&& with_plain_spaces(*value).find(text) != std::string::npos;
}

}  // namespace

void Drawn::saw(std::uint64_t picture, Time time) {
  if (picture == picture_) return;
  picture_ = picture;
  changed_ = time;
  has_changed_ = true;
}

void Drawn::saw_text(Time time) {
  if (!text_) text_ = time;
}

bool Drawn::is_drawn(Time time) const {
  if (time - start_ >= longest) return true;
  if (!has_changed_) return time - start_ >= without_change;
  const auto still = time - changed_;
  return still >= after_change || (text_ && still >= after_text && time - *text_ >= after_text);
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
  const auto before = co_await picture_of(eyes.screen, area);
  if (!before) co_return std::nullopt;
  co_return Undrawn{area, *before};
}

asio::awaitable<void> until_drawn(std::function<Eyes()> eyes, Undrawn place, Window window, std::string typed,
                                  std::function<bool()> cancelled) {
  const std::string wanted = last_line_of(typed);
  Drawn drawn(place.before, steady_clock::now());
  while (!cancelled()) {
    const Eyes open = eyes();
    if (!open.screen) co_return;
    const auto now = steady_clock::now();
    const auto picture = co_await picture_of(open.screen, place.area);
    if (picture) drawn.saw(*picture, now);
    if (!drawn.has_text()) {
      const bool has = co_await field_has(open, window, wanted);
      if (has) drawn.saw_text(steady_clock::now());
    }
    if (drawn.is_drawn(now)) co_return;
    asio::steady_timer pause(co_await asio::this_coro::executor, between_looks);
    co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
  }
}

}  // namespace interlock::daemon
