#include "gate/redaction/disguised_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

namespace interlock::gate {
namespace {

constexpr auto telling_words =
    std::to_array<std::string_view>({"instruction", "guideline", "directive", "prompt", "the user", "agent", "ignore",
                                     "disregard", " rules", "safety"});

bool is_latin_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool has_telling_word(std::string_view text) {
  return std::any_of(telling_words.begin(), telling_words.end(),
                     [&](std::string_view word) { return text.find(word) != text.npos; });
}

// Sorted by letter. Unicode (Phonetic Extensions, IPA Extensions, Latin Extended-D for f and s) has none for q and x.
constexpr auto small_capitals = std::to_array<std::pair<char16_t, char>>({
    {u'\u0262', 'g'}, {u'\u026A', 'i'}, {u'\u0274', 'n'}, {u'\u0280', 'r'}, {u'\u028F', 'y'}, {u'\u0299', 'b'},
    {u'\u029C', 'h'}, {u'\u029F', 'l'}, {u'\u1D00', 'a'}, {u'\u1D04', 'c'}, {u'\u1D05', 'd'}, {u'\u1D07', 'e'},
    {u'\u1D0A', 'j'}, {u'\u1D0B', 'k'}, {u'\u1D0D', 'm'}, {u'\u1D0F', 'o'}, {u'\u1D18', 'p'}, {u'\u1D1B', 't'},
    {u'\u1D1C', 'u'}, {u'\u1D20', 'v'}, {u'\u1D21', 'w'}, {u'\u1D22', 'z'}, {u'\uA730', 'f'}, {u'\uA731', 's'},
});
static_assert(std::is_sorted(small_capitals.begin(), small_capitals.end()));

/// The letter that a small capital stands for; 0 for all else.
char letter_of(UChar32 c) {
  const auto found = std::lower_bound(small_capitals.begin(), small_capitals.end(), c,
                                      [](const auto& pair, UChar32 letter) { return UChar32{pair.first} < letter; });
  return found != small_capitals.end() && UChar32{found->first} == c ? found->second : '\0';
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

std::optional<std::string> without_marks(std::string_view text) {
  if (is_ascii(text)) return std::nullopt;
  UErrorCode status = U_ZERO_ERROR;
  const auto* decomposition = icu::Normalizer2::getNFDInstance(status);
  if (U_FAILURE(status)) return std::nullopt;
  const auto whole = icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
  const icu::UnicodeString parts = decomposition->normalize(whole, status);
  icu::UnicodeString plain;
  std::size_t letters = 0;
  std::size_t disguised = 0;
  for (std::int32_t i = 0; i < parts.length(); i = parts.moveIndex32(i, 1)) {
    const UChar32 c = parts.char32At(i);
    const char letter = letter_of(c);
    if (u_charType(c) == U_NON_SPACING_MARK || letter != '\0') ++disguised;
    if (u_charType(c) == U_NON_SPACING_MARK) continue;
    letters += u_isalpha(c) ? 1 : 0;
    plain.append(letter != '\0' ? UChar32{letter} : c);
  }
  if (disguised * 2 < letters) return std::nullopt;
  std::string result;
  plain.toUTF8String(result);
  return result;
}

std::optional<std::string> read_backwards(std::string_view text) {
  if (!is_ascii(text)) return std::nullopt;
  std::string back(text.rbegin(), text.rend());
  return has_telling_word(back) ? std::optional(std::move(back)) : std::nullopt;
}

std::optional<std::string> rotated(std::string_view text) {
  std::string plain(text);
  for (char& c : plain) {
    if (!is_latin_letter(c)) continue;
    const char first = c >= 'a' ? 'a' : 'A';
    c = static_cast<char>(first + (c - first + 13) % 26);
  }
  return has_telling_word(plain) ? std::optional(std::move(plain)) : std::nullopt;
}

std::optional<std::string> letters_alone(std::string_view text) {
  constexpr std::size_t longest_word = 22;
  constexpr std::size_t many = 8;
  constexpr std::size_t syllable = 3;  // a shorter part beside a hyphen is no word of a compound
  // Ordinary between words, or of an encoding, which is undone elsewhere.
  constexpr std::string_view not_dividing = " .,;:!?'\"()\n\t%&#\\0123456789";
  std::string letters;
  std::size_t single = 0;    // letters that stand alone
  std::size_t dividers = 0;  // within words, or around them
  std::size_t longest = 0;
  std::size_t last = 0;  // letters of the part before a hyphen
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_latin_letter(text[end])) ++end;
    if (end == at) {
      if (text[at] != '-') {
        dividers += not_dividing.find(text[at]) == std::string_view::npos ? 1 : 0;
        last = 0;
      }
      ++at;
      continue;
    }
    const std::size_t part = end - at;
    const bool hyphened = last != 0 && text[at - 1] == '-';
    dividers += hyphened && std::min(last, part) <= syllable ? 1 : 0;
    last = part;
    single += part == 1 ? 1 : 0;
    longest = std::max(longest, part);
    letters += text.substr(at, part);
    at = end;
  }
  if (single < many && dividers == 0 && longest < longest_word) return std::nullopt;
  return letters;
}

}  // namespace interlock::gate
