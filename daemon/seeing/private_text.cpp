#include "daemon/seeing/private_text.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sight/word_ink.h"

namespace interlock::daemon {

namespace asio = boost::asio;

namespace {

/// Numbers reach so far beyond a picture that shows a part of the screen.
constexpr std::int32_t reach_across = 480, reach_down = 40;
/// One portion is read within this time, on a busy machine as well; else the reader hangs. A picture that is one block,
/// as photographs are, has as much time as the portions it could be.
constexpr std::chrono::seconds portion_limit{5}, longest_limit{20};

std::chrono::seconds limit_for(const Rect& part) {
  return std::min(longest_limit, portion_limit * (1 + std::int64_t{part.width} * part.height / ScreenText::portion));
}
/// Around a portion, in the colour of its ground: readers lose letters at the edge of a picture.
constexpr std::int32_t margin = 8;
/// A word that was cut by a portion is read again; after so many rounds it counts as unread.
constexpr int most_rounds = 6;

std::size_t offset_in(const platform::Image& image, std::int32_t x, std::int32_t y) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x);
}

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
    const auto row = image.pixels.begin() + static_cast<std::ptrdiff_t>(offset_in(image, 0, y));
    const auto to = offset_in(larger, area.x - capture->area.x, area.y - capture->area.y + y);
    std::copy(row, row + image.width, larger.pixels.begin() + static_cast<std::ptrdiff_t>(to));
  }
  co_return std::pair{std::move(larger), capture->area};
}

/// A part of the view with a margin in its commonest colour.
sight::Request request_for(const ScreenText::View& view, const Rect& part, sight::Request::Kind kind) {
  sight::Request request;
  request.kind = kind;
  request.languages = "eng";
  sight::Picture& picture = request.picture;
  picture.width = part.width + 2 * margin;
  picture.height = part.height + 2 * margin;
  const auto pixel = [&](std::int32_t x, std::int32_t y) {
    return view.image.pixels[offset_in(view.image, part.x - view.area.x + x, part.y - view.area.y + y)] & 0xFFFFFFU;
  };
  std::unordered_map<std::uint32_t, int> colours;
  for (std::int32_t y = 0; y < part.height; ++y) {
    for (std::int32_t x = y % 2; x < part.width; x += 2) ++colours[pixel(x, y)];
  }
  const auto common = std::max_element(colours.begin(), colours.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
  const std::uint32_t ground = common == colours.end() ? 0xFFFFFFU : common->first;
  picture.pixels.assign(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height), ground);
  for (std::int32_t y = 0; y < part.height; ++y) {
    for (std::int32_t x = 0; x < part.width; ++x) {
      picture.pixels[static_cast<std::size_t>(y + margin) * static_cast<std::size_t>(picture.width) +
                     static_cast<std::size_t>(x + margin)] = pixel(x, y);
    }
  }
  return request;
}

using Words = std::vector<sight::Word>;

/// The words of a part, in root pixels, with this number of the reading; nothing if it could not be read.
asio::awaitable<std::optional<Words>> read_part(std::shared_ptr<sight::Reader> reader, const ScreenText::View& view,
                                                Rect part, std::vector<std::uint32_t>& lines, std::uint32_t reading) {
  Words words;
  const auto deadline = std::chrono::steady_clock::now() + limit_for(part);
  auto request = request_for(view, part, sight::Request::Kind::page);
  if (request.picture.pixels.size() > sight::most_pixels) co_return std::nullopt;
  const sight::Picture picture = request.picture;
  const auto reply = co_await reader->read(std::move(request), deadline);
  if (!reply) co_return std::nullopt;
  for (const sight::Word& word : reply->words) {
    const Rect whole = sight::with_ink(picture, word.place);
    const Rect place = overlap({whole.x + part.x - margin, whole.y + part.y - margin, whole.width, whole.height}, part);
    if (place.empty()) continue;
    lines.push_back(word.line);
    words.push_back({word.text, word.confidence, reading, place});
  }
  co_return words;
}

/// Lines that may have personal data: with several digits, an address, or a long word.
Rects doubtful_lines(const Words& words, const std::vector<std::uint32_t>& lines, const Rect& part) {
  constexpr std::ptrdiff_t several = 5;
  constexpr std::size_t long_word = 16;
  constexpr std::int32_t around = 3;
  Rects found;
  for (std::size_t begin = 0, end = 0; begin < words.size(); begin = end) {
    Rect place = words[begin].place;
    std::ptrdiff_t digits = 0;
    bool doubtful = false;
    for (end = begin; end < words.size() && lines[end] == lines[begin]; ++end) {
      const std::string& text = words[end].text;
      place = sight::united(place, words[end].place);
      digits += std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
      doubtful = doubtful || text.find('@') != text.npos || text.size() >= long_word;
    }
    const Rect grown{place.x - around, place.y - around, place.width + 2 * around, place.height + 2 * around};
    if (doubtful || digits >= several) found.push_back(overlap(grown, part));
  }
  return found;
}

/// The words of a portion; nothing if it could not be read. Lines that may have personal data are read twice, the
/// second time alone: a reader errs differently then.
asio::awaitable<std::optional<Words>> read_portion(std::shared_ptr<sight::Reader> reader, const ScreenText::View& view,
                                                   Rect part) {
  std::vector<std::uint32_t> lines;
  auto words = co_await read_part(reader, view, part, lines, 0);
  if (!words) co_return std::nullopt;
  for (const Rect& line : doubtful_lines(*words, lines, part)) {
    if (line.height * 2 > part.height) continue;  // it was alone
    const auto again = co_await read_part(reader, view, line, lines, 1);
    if (!again) co_return std::nullopt;
    words->insert(words->end(), again->begin(), again->end());
  }
  co_return words;
}

/// Reads what is not known of the view; false if nothing can be read. A portion that cannot be read is left out.
asio::awaitable<bool> read_unknown(std::shared_ptr<sight::Reader> reader, ScreenText& text,
                                   const ScreenText::View& view) {
  constexpr int most_failures = 2;
  const auto end = std::chrono::steady_clock::now() + private_text_limit;
  int failures = 0;
  bool any = false;
  for (int round = 0; round < most_rounds; ++round) {
    const Rects portions = text.unread(view);
    if (portions.empty()) co_return true;
    for (const Rect& part : portions) {
      if (std::chrono::steady_clock::now() >= end) co_return true;
      const auto words = co_await read_portion(reader, view, part);
      if (!words && ++failures == most_failures) co_return any;
      if (!words) continue;
      any = true;
      text.learn(view, part, *words);
      co_await asio::post(asio::use_awaitable);  // a click's label that waits for the reader is read first
    }
  }
  co_return true;
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
  result.failed = !co_await read_unknown(std::move(reader), *text, view);
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
