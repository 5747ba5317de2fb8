#include "daemon/seeing/read_screen.h"

#include <algorithm>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "daemon/seeing/second_reading.h"
#include "sight/word_ink.h"

namespace interlock::daemon {

namespace asio = boost::asio;

namespace {

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

/// A part of the view with a margin in its commonest colour.
sight::Request request_for_part(const ScreenText::View& view, const Rect& part, const ReadingOrder& order) {
  sight::Request request;
  request.kind = order.kind;
  request.languages = order.languages;
  sight::Picture& picture = request.picture;
  picture.width = part.width + 2 * margin;
  picture.height = part.height + 2 * margin;
  const auto pixel = [&](std::int32_t x, std::int32_t y) {
    return view.image.pixels[pixel_index(view.image, part.x - view.area.x + x, part.y - view.area.y + y)] & 0xFFFFFFU;
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
                                                const ReadingOrder& order, Rect part, std::vector<std::uint32_t>& lines,
                                                std::uint32_t reading) {
  Words words;
  const auto deadline = std::chrono::steady_clock::now() + limit_for(part);
  auto request = request_for_part(view, part, order);
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

/// The places of the lines of a part that are read a second time. What is known to stand beside a line belongs to it:
/// of a line that is being written only its end is new.
Rects doubtful_lines(const Words& words, const std::vector<std::uint32_t>& lines, const Rect& part,
                     const ScreenText& text) {
  constexpr std::int32_t around = 3;
  Rects found;
  for (std::size_t begin = 0, end = 0; begin < words.size(); begin = end) {
    Rect place = words[begin].place;
    Words line;
    for (end = begin; end < words.size() && lines[end] == lines[begin]; ++end) {
      place = sight::united(place, words[end].place);
      line.push_back(words[end]);
    }
    for (const sight::Word& known : text.words()) {
      const bool is_beside = known.place.y < sight::bottom(place) && place.y < sight::bottom(known.place);
      if (known.line == 0 && is_beside && overlap(known.place, part).empty()) line.push_back(known);
    }
    std::sort(line.begin(), line.end(), [](const auto& a, const auto& b) { return a.place.x < b.place.x; });
    const Rect grown{place.x - around, place.y - around, place.width + 2 * around, place.height + 2 * around};
    if (needs_second_reading(line)) found.push_back(overlap(grown, part));
  }
  return found;
}

/// The words of a portion; nothing if it could not be read.
asio::awaitable<std::optional<Words>> read_portion(std::shared_ptr<sight::Reader> reader, const ScreenText& text,
                                                   const ScreenText::View& view, const ReadingOrder& order, Rect part) {
  std::vector<std::uint32_t> lines;
  auto words = co_await read_part(reader, view, order, part, lines, 0);
  if (!words || !order.numbers_twice) co_return words;
  for (const Rect& line : doubtful_lines(*words, lines, part, text)) {
    if (line.height * 2 > part.height) continue;  // it was alone
    const auto again = co_await read_part(reader, view, order, line, lines, 1);
    if (!again) co_return std::nullopt;
    words->insert(words->end(), again->begin(), again->end());
  }
  co_return words;
}

/// What several readers have of one round.
struct Round {
  ScreenText& text;
  const ScreenText::View& view;
  const ReadingOrder& order;
  std::chrono::steady_clock::time_point end;
  Rects portions = {};
  std::size_t next = 0;  ///< index of the first portion that no reader has taken
  int failures = 0;      ///< of all rounds
  bool any = false;      ///< something was read
};

constexpr int most_failures = 2;

/// Reads one portion after the other until there are none.
asio::awaitable<void> take_portions(std::shared_ptr<sight::Reader> reader, Round& round) {
  while (round.next < round.portions.size() && std::chrono::steady_clock::now() < round.end) {
    const Rect part = round.portions[round.next++];
    const auto words = co_await read_portion(reader, round.text, round.view, round.order, part);
    if (words) {
      round.any = true;
      round.text.learn(round.view, part, *words);
    } else if (++round.failures >= most_failures) {
      co_return;
    }
    co_await asio::post(asio::use_awaitable);  // a click's label that waits for the reader is read first
  }
}

}  // namespace

asio::awaitable<bool> read_unknown(Readers readers, ScreenText& text, ScreenText::View view, ReadingOrder order) {
  using asio::experimental::awaitable_operators::operator&&;
  Round round{text, view, order, std::chrono::steady_clock::now() + order.limit};
  for (int i = 0; i < most_rounds; ++i) {
    round.portions = text.unread(view, readers.size());
    round.next = 0;
    if (round.portions.empty()) co_return true;
    if (readers.size() == 1 || round.portions.size() == 1) {
      co_await take_portions(readers.front(), round);
    } else {
      co_await (take_portions(readers[0], round) && take_portions(readers[1], round));
    }
    if (round.failures >= most_failures) co_return round.any;
    if (std::chrono::steady_clock::now() >= round.end) co_return true;
  }
  co_return true;
}

}  // namespace interlock::daemon
