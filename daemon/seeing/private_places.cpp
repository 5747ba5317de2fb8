#include "daemon/seeing/private_places.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "gate/secrets/account_number.h"

namespace interlock::daemon {

namespace {

/// Pixels around a word that its reader may have left out.
constexpr std::int32_t slack = 3;

/// Words at one height, from left to right.
using Line = std::vector<sight::Word>;

std::int32_t end_of(const Rect& place) {
  return place.x + place.width;
}

std::vector<Line> lines_of_words(std::vector<sight::Word> words) {
  const auto middle = [](const Rect& place) { return place.y + place.height / 2; };
  std::sort(words.begin(), words.end(), [](const auto& a, const auto& b) { return a.place.x < b.place.x; });
  std::vector<Line> lines;
  for (const sight::Word& word : words) {
    const auto takes = [&](const Line& line) {
      const Rect& last = line.back().place;
      const std::int32_t least = std::max(6, std::min(last.height, word.place.height));
      return line.back().line == word.line && std::abs(middle(last) - middle(word.place)) * 2 < least &&
             word.place.x - end_of(last) > -last.width / 2;
    };
    // The nearest: words without a blank between have places that overlap, and are in several lines then.
    auto nearest = lines.end();
    for (auto line = lines.begin(); line != lines.end(); ++line) {
      const bool nearer = nearest == lines.end() || end_of(line->back().place) > end_of(nearest->back().place);
      if (nearer && takes(*line)) nearest = line;
    }
    if (nearest == lines.end()) {
      lines.push_back({word});
    } else {
      nearest->push_back(word);
    }
  }
  return lines;
}

/// The reader saw a blank where the picture has none (sight/word_ink.h).
bool is_glued(const sight::Word& word, const sight::Word& next) {
  return next.place.x - end_of(word.place) <= 0;
}

/// How the words of a line become its text.
enum class Joining : std::uint8_t {
  as_read,     ///< with a blank between all
  whole,       ///< glued words without one
  underscore,  ///< glued words with an underscore, which readers lose
};

struct LineText {
  std::string text;
  std::vector<std::size_t> begins;  ///< of each word
};

LineText text_of(const Line& line, Joining joining) {
  constexpr std::string_view apart = " | ";  // what stands far apart does not belong to one number
  LineText made;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const sight::Word& word = line[i];
    if (i > 0) {
      const Rect& last = line[i - 1].place;
      // Two blanks between letters of one width are up to 2.1 heights of a digit wide: columns of numbers are not far.
      const bool far = (word.place.x - end_of(last)) * 2 > 5 * std::max(last.height, word.place.height);
      const bool has_one = made.text.ends_with('_') || word.text.starts_with('_');
      if (far) {
        made.text += apart;
      } else if (joining == Joining::as_read || !is_glued(line[i - 1], word)) {
        made.text += ' ';
      } else if (joining == Joining::underscore && !has_one) {
        made.text += '_';
      }
    }
    made.begins.push_back(made.text.size());
    made.text += word.text;
  }
  return made;
}

constexpr std::string_view digits = "0123456789";
/// Letters that readers take for digits, and the digits.
constexpr std::string_view look_alikes = "OoQDIl|SBZG", looked_like = "00001115826";

bool is_hash_digit(char c) {
  return digits.find(c) != digits.npos || (c >= 'a' && c <= 'f');
}

bool may_be_digit(char c) {
  return digits.find(c) != digits.npos || look_alikes.find(c) != look_alikes.npos;
}

/// Digits and letters that look like them, with one digit at least.
bool may_be_number(std::string_view word) {
  return word.find_first_of(digits) != word.npos && std::all_of(word.begin(), word.end(), may_be_digit);
}

std::string with_digits(std::string word) {
  for (char& c : word) {
    if (const auto at = look_alikes.find(c); at != look_alikes.npos) c = looked_like[at];
  }
  return word;
}

/// The line with digits for letters that look like them, in words that may be numbers. They have as many bytes.
Line as_digits(Line line) {
  for (sight::Word& word : line) {
    if (may_be_number(word.text)) word.text = with_digits(std::move(word.text));
  }
  return line;
}

/// The digits of a hash, or of a part of one before a blank that is none. A reader takes one character in twelve for
/// another one at most; a key has as few others by chance in one of a million. An account's number has digits as well,
/// but hardly a small letter.
bool may_be_hash(std::string_view folded) {
  constexpr std::size_t shortest = 16;
  constexpr std::ptrdiff_t fewest_letters = 3;
  const auto letters = std::count_if(folded.begin(), folded.end(), [](char c) { return c >= 'a' && c <= 'f'; });
  const auto others = std::count_if(folded.begin(), folded.end(), [](char c) { return !is_hash_digit(c); });
  const bool plain = std::all_of(folded.begin(), folded.end(), [](char c) {
    return is_hash_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
  return plain && letters >= fewest_letters && folded.size() >= shortest &&
         static_cast<std::size_t>(others) * 12 <= folded.size();
}

/// Hashes, which are no keys, with what a reader took for their digits made digits again.
Line with_hashes(Line line) {
  for (sight::Word& word : line) {
    std::string folded = with_digits(word.text);
    if (!may_be_hash(folded)) continue;
    std::replace_if(
        folded.begin(), folded.end(), [](char c) { return !is_hash_digit(c); }, '0');
    word.text = std::move(folded);
  }
  return line;
}

/// A reader saw a blank behind a point, a dash or an underscore, but it is narrower than one: letters of one width
/// stand so far from their points.
bool goes_on(const sight::Word& word, const sight::Word& next) {
  constexpr std::string_view joints = "._-+";
  const bool joint = word.text.find_last_of(joints) + 1 == word.text.size() || next.text.find_first_of(joints) == 0;
  return joint && (next.place.x - end_of(word.place)) * 2 <= std::max(word.place.height, next.place.height);
}

/// Readers put blanks around "@" and "." within addresses: marks the words that make one if they are joined.
void mark_split_addresses(const Line& line, std::vector<bool>& is_private) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    std::string joined = line[i].text;
    if (joined.find('@') == joined.npos) continue;
    std::size_t first = i, last = i;
    while (last + 1 < line.size() &&
           (joined.ends_with('@') || joined.ends_with('.') || goes_on(line[last], line[last + 1])))
      joined += line[++last].text;
    while (first > 0 && (joined.starts_with('@') || joined.starts_with('.') || goes_on(line[first - 1], line[first])))
      joined = line[--first].text + joined;
    for (const auto& span : gate::find_personal_data(joined)) {
      if (span.kind != gate::PersonalKind::email) continue;
      std::fill(is_private.begin() + static_cast<std::ptrdiff_t>(first),
                is_private.begin() + static_cast<std::ptrdiff_t>(last) + 1, true);
    }
  }
}

bool is_wanted(gate::PersonalKind kind, const PersonalKinds& kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

/// The words that have bytes of the text between `first` and `last`.
void mark(const Line& line, const LineText& text, std::size_t first, std::size_t last, std::vector<bool>& is_private) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::size_t begin = text.begins[i], end = begin + line[i].text.size();
    if (first < end && begin < last) is_private[i] = true;
  }
}

void mark_found(const Line& line, const LineText& text, const PersonalKinds& kinds, std::vector<bool>& is_private) {
  for (const gate::PersonalSpan& span : gate::find_personal_data(text.text)) {
    if (is_wanted(span.kind, kinds)) mark(line, text, span.begin, span.end, is_private);
  }
  if (!is_wanted(gate::PersonalKind::iban, kinds)) return;
  for (const gate::AccountSpan& account : gate::find_misread_accounts(text.text))
    mark(line, text, account.begin, account.end, is_private);
}

/// Which words of a line are private in any of its readings. All of a group of glued words is, or none.
std::vector<bool> private_words(const Line& line, const PersonalKinds& kinds) {
  std::vector<bool> is_private(line.size(), false);
  const Line as_read = with_hashes(line);
  for (const Line& reading : {as_read, as_digits(as_read)}) {
    for (const Joining joining : {Joining::as_read, Joining::whole, Joining::underscore})
      mark_found(reading, text_of(reading, joining), kinds, is_private);
  }
  if (is_wanted(gate::PersonalKind::email, kinds)) mark_split_addresses(line, is_private);
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (is_private[i - 1] && is_glued(line[i - 1], line[i])) is_private[i] = true;
  }
  for (std::size_t i = line.size(); i-- > 1;) {
    if (is_private[i] && is_glued(line[i - 1], line[i])) is_private[i - 1] = true;
  }
  return is_private;
}

Rect grown_by_slack(const Rect& place) {
  return {place.x - slack, place.y - slack, place.width + 2 * slack, place.height + 2 * slack};
}

}  // namespace

Rects private_places(const std::vector<sight::Word>& words, const PersonalKinds& kinds) {
  Rects places;
  for (const Line& line : lines_of_words(words)) {
    const auto is_private = private_words(line, kinds);
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (is_private[i]) places.push_back(grown_by_slack(line[i].place));
    }
  }
  return places;
}

}  // namespace interlock::daemon
