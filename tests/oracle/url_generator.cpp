#include "tests/oracle/url_generator.h"

#include <algorithm>
#include <array>
#include <random>
#include <string_view>

namespace interlock::test {
namespace {

/// The parts of URLs, and characters with a meaning in one of the parser's states.
constexpr auto pieces = std::to_array<std::string_view>({
    ":",
    "/",
    "//",
    "\\",
    "?",
    "#",
    "@",
    "[",
    "]",
    "%",
    ".",
    "..",
    "-",
    "--",
    "_",
    "+",
    ",",
    ";",
    "=",
    "&",
    "!",
    "$",
    "'",
    "\"",
    "(",
    ")",
    "*",
    "<",
    ">",
    "^",
    "`",
    "{",
    "|",
    "}",
    "~",
    " ",
    "\t",
    "\n",
    "\r",
    "\x01",
    "\x1f",
    "\x7f",
    "a",
    "f",
    "x",
    "Z",
    "0",
    "1",
    "8",
    "9",
    "0x",
    "0X7f",
    "017",
    "255",
    "256",
    "65535",
    "65536",
    "4294967295",
    "4294967296",
    "%2e",
    "%2E%2e",
    "%00",
    "%41",
    "%C3%A9",
    "%zz",
    "%ff",
    "%",
    "%5B",
    "%3A",
    "%2f",
    "%EF%BC%90",
    "http:",
    "https://",
    "file:",
    "file://",
    "ws:",
    "ftp://",
    "data:",
    "javascript:",
    "blob:",
    "about:",
    "mailto:",
    "x:",
    "x://",
    "C:",
    "C|",
    "/C:/",
    "localhost",
    "example.com",
    "xn--",
    "xn--a",
    "xn--mnchen-3ya",
    "::",
    "::1",
    "1::",
    "ffff:",
    "127.1",
    ".1",
    "é",
    "ß",
    "ü",
    "münchen",
    "中",
    "。",
    "．",
    "１",
    "ａ",
    "\xC2\xAD",
    "\xE2\x80\x8D",
    "\xE2\x80\x8C",
    "\xEF\xBB\xBF",
    "א",
    "ا",
    "😀",
    "\xCC\x81",
    "İ",
    "\xEF\xBF\xBD",
    "\xEF\xBF\xBE",
    "\xE2\x80\xAE",
    "\xC2\x80",
    "\xC2\xA0",
    "℡",
    "⁄",
    "ﷺ",
});

class Mutator {
 public:
  Mutator(const std::vector<std::string>& seeds, std::uint64_t seed) : seeds_(seeds), random_(seed) {}

  std::string next() {
    std::string text = seeds_[below(seeds_.size())];
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(text);
    return text;
  }

 private:
  // Not std::uniform_int_distribution, whose numbers differ from library to library.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

  std::size_t next_character(const std::string& text, std::size_t at) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
    return std::min(at, text.size());
  }

  /// A place between two characters.
  std::size_t place(const std::string& text) {
    std::size_t at = below(text.size() + 1);
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
    return at;
  }

  void change(std::string& text) {
    const std::size_t at = place(text);
    const std::size_t behind = next_character(text, at);
    const std::string_view piece = pieces[below(pieces.size())];
    switch (below(6)) {
      case 0:
      case 1:
        text.insert(at, piece);
        break;
      case 2:
        text.replace(at, behind - at, piece);
        break;
      case 3:
        text.erase(at, behind - at);
        break;
      case 4: {  // a part of it, repeated at another place
        const std::size_t end = place(text);
        const std::string part =
            text.substr(std::min(at, end), std::min<std::size_t>(std::max(at, end) - std::min(at, end), 12));
        if (is_whole(part)) text.insert(place(text), part);
        break;
      }
      default: {  // the end of another URL
        const std::string& other = seeds_[below(seeds_.size())];
        text = text.substr(0, at) + other.substr(place(other));
      }
    }
  }

  static bool is_whole(const std::string& part) {
    return std::all_of(part.begin(), part.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  }

  const std::vector<std::string>& seeds_;
  std::mt19937_64 random_;
};

}  // namespace

std::vector<std::string> mutated_urls(const std::vector<std::string>& seeds, std::size_t count, std::uint64_t seed) {
  Mutator mutator(seeds, seed);
  std::vector<std::string> urls;
  urls.reserve(count);
  while (urls.size() < count) urls.push_back(mutator.next());
  return urls;
}

}  // namespace interlock::test
