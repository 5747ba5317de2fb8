#include "daemon/pictures/private_text.h"

#include <algorithm>
#include <string>

namespace interlock::daemon {

namespace asio = boost::asio;

namespace {

/// Pixels around a word that its reader may have left out.
constexpr std::int32_t slack = 3;

struct WordAt {
  std::size_t begin = 0, end = 0;  ///< in the line's text
  Rect place;
};

struct Line {
  std::string text;
  std::vector<WordAt> words;
};

std::vector<Line> lines_of_words(const std::vector<sight::Word>& words) {
  std::vector<Line> lines;
  std::uint32_t number = 0;
  for (const sight::Word& word : words) {
    if (lines.empty() || word.line != number) lines.emplace_back();
    number = word.line;
    Line& line = lines.back();
    if (!line.text.empty()) line.text += ' ';
    const std::size_t begin = line.text.size();
    line.text += word.text;
    line.words.push_back({begin, line.text.size(), word.place});
  }
  return lines;
}

constexpr std::string_view digits = "0123456789";
/// Letters that readers take for digits, and the digits.
constexpr std::string_view look_alikes = "OoQDIl|SBZG", looked_like = "00001115826";

/// Digits and letters that look like them, with one digit at least. Not the beginning of an account's number ("GB29").
bool may_be_number(std::string_view word) {
  const bool country = word.size() == 4 && word.find_first_of(digits) == 2 && word.find_last_not_of(digits) == 1 &&
                       word[0] >= 'A' && word[0] <= 'Z';
  const auto is_part = [](char c) { return digits.find(c) != digits.npos || look_alikes.find(c) != look_alikes.npos; };
  return !country && word.find_first_of(digits) != word.npos && std::all_of(word.begin(), word.end(), is_part);
}

/// The text with digits for letters that look like them, in words that may be numbers. It has as many bytes.
std::string as_digits(std::string text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (may_be_number(std::string_view(text).substr(begin, end - begin))) {
      for (std::size_t i = begin; i < end; ++i) {
        if (const auto at = look_alikes.find(text[i]); at != look_alikes.npos) text[i] = looked_like[at];
      }
    }
    begin = end + 1;
  }
  return text;
}

/// Readers put blanks around "@" and "." within addresses: the words that make one if they are joined.
void add_split_addresses(const Line& line, std::vector<gate::PersonalSpan>& found) {
  const auto word = [&](std::size_t i) {
    return line.text.substr(line.words[i].begin, line.words[i].end - line.words[i].begin);
  };
  for (std::size_t i = 0; i < line.words.size(); ++i) {
    std::string joined = word(i);
    if (joined.find('@') == joined.npos) continue;
    std::size_t first = i, last = i;
    while (last + 1 < line.words.size() && (joined.ends_with('@') || joined.ends_with('.'))) joined += word(++last);
    while (first > 0 && (joined.starts_with('@') || joined.starts_with('.'))) joined = word(--first) + joined;
    for (const auto& span : gate::find_personal_data(joined)) {
      if (span.kind != gate::PersonalKind::email) continue;
      found.push_back({span.kind, line.words[first].begin, line.words[last].end});
    }
  }
}

Rect grown_by_slack(const Rect& place) {
  return {place.x - slack, place.y - slack, place.width + 2 * slack, place.height + 2 * slack};
}

}  // namespace

Rects private_places(const std::vector<sight::Word>& words, const PersonalKinds& kinds) {
  Rects places;
  for (const Line& line : lines_of_words(words)) {
    auto found = gate::find_personal_data(line.text);
    const auto more = gate::find_personal_data(as_digits(line.text));
    found.insert(found.end(), more.begin(), more.end());
    add_split_addresses(line, found);
    for (const WordAt& word : line.words) {
      const bool is_private = std::any_of(found.begin(), found.end(), [&](const gate::PersonalSpan& span) {
        return span.begin < word.end && word.begin < span.end &&
               std::find(kinds.begin(), kinds.end(), span.kind) != kinds.end();
      });
      if (is_private) places.push_back(grown_by_slack(word.place));
    }
  }
  return places;
}

asio::awaitable<PrivateParts> private_parts(std::shared_ptr<sight::Reader> reader, const platform::Image& image,
                                            Rect area, PersonalKinds kinds) {
  PrivateParts result;
  if (kinds.empty()) co_return result;
  const auto deadline = std::chrono::steady_clock::now() + private_text_limit;
  // Two readings, as a page and as scattered text, find more than either.
  for (const auto kind : {sight::Request::Kind::screen, sight::Request::Kind::page}) {
    std::optional<sight::Reply> reply;
    if (reader && image.pixels.size() <= sight::most_pixels) {
      sight::Request request;
      request.kind = kind;
      request.languages = "eng";
      request.picture = {image.width, image.height, image.pixels};
      for (std::uint32_t& pixel : request.picture.pixels) pixel &= 0xFFFFFFU;
      reply = co_await reader->read(std::move(request), deadline);
    }
    result.unread = result.unread || !reply;
    if (!reply) continue;
    const Rects found = private_places(reply->words, kinds);
    result.parts.insert(result.parts.end(), found.begin(), found.end());
  }
  if (result.unread) result.parts = {{0, 0, image.width, image.height}};
  for (Rect& part : result.parts) {
    part.x += area.x;
    part.y += area.y;
  }
  co_return result;
}

}  // namespace interlock::daemon
