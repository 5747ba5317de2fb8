#include "daemon/seeing/private_text.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "daemon/seeing/read_screen.h"

namespace interlock::daemon {

namespace asio = boost::asio;

namespace {

/// Numbers reach so far beyond a picture that shows a part of the screen.
constexpr std::int32_t reach_across = 480, reach_down = 40;

/// The picture with what is around it on the screen; nothing if that cannot be had. Null `screen`: the picture alone.
asio::awaitable<std::optional<std::pair<platform::Image, Rect>>> with_surroundings(
    std::shared_ptr<platform::Screen> screen, const platform::Image& image, Rect area) {
  if (!screen) co_return std::pair{image, area};
  const Rect wanted{area.x - reach_across, area.y - reach_down, area.width + 2 * reach_across,
                    area.height + 2 * reach_down};
  auto capture = co_await screen->capture(wanted, false, std::chrono::steady_clock::now() + private_text_limit);
  if (!capture || overlap(capture->area, area) != area) co_return std::nullopt;
  platform::Image& larger = capture.get()->image;
  for (std::int32_t y = 0; y < image.height; ++y) {
    const auto row = image.pixels.begin() + static_cast<std::ptrdiff_t>(pixel_index(image, 0, y));
    const auto to = pixel_index(larger, area.x - capture->area.x, area.y - capture->area.y + y);
    std::copy(row, row + image.width, larger.pixels.begin() + static_cast<std::ptrdiff_t>(to));
  }
  co_return std::pair{std::move(larger), capture->area};
}

}  // namespace

asio::awaitable<PrivateParts> private_parts(std::shared_ptr<sight::Reader> reader,
                                            std::shared_ptr<platform::Screen> screen, const platform::Image& image,
                                            Rect area, PrivateSearch search) {
  PrivateParts result;
  if (search.kinds.empty()) co_return result;
  const auto text = search.text ? search.text : std::make_shared<ScreenText>();
  const auto larger = co_await with_surroundings(std::move(screen), image, area);
  result.failed = true;
  result.unread = {area};
  if (!reader || !larger) co_return result;
  const ScreenText::View view{larger->first, larger->second};
  ReadingOrder order{.limit = private_text_limit, .numbers_twice = true};
  Readers readers{std::move(reader)};
  if (search.second_reader) readers.push_back(search.second_reader);
  result.failed = !co_await read_unknown(std::move(readers), *text, view, std::move(order));
  if (result.failed) co_return result;
  result.unread.clear();
  // From here on nothing else runs: other pictures may have changed the text before.
  for (const Rect& place : private_places(text->words(), search.kinds)) {
    const Rect here = overlap(place, area);
    if (!here.empty()) result.parts.push_back(here);
  }
  for (const Rect& tile : text->unread_tiles(view)) {
    const Rect here = overlap(tile, area);
    if (!here.empty()) result.unread.push_back(here);
  }
  if (search.idle) {
    search.idle->expires_after(screen_text_kept);
    search.idle->async_wait([text](const boost::system::error_code& stopped) {
      if (!stopped) text->forget();
    });
  }
  co_return result;
}

}  // namespace interlock::daemon
