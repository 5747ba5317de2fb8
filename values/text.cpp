#include "values/text.h"

#include <algorithm>
#include <cstdint>

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "values/lookalikes.h"
#include "values/utf8.h"

namespace interlock {
namespace {

constexpr UChar32 object_replacement = 0xFFFC;  // represents a picture or a child inside an element's text
constexpr UChar32 braille_blank = 0x2800;       // looks like a space

bool is_plain(unsigned char c) {
  return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t';
}

UChar32 next_character(std::string_view text, std::size_t& at) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  auto i = static_cast<int32_t>(at);
  UChar32 c = 0;
  U8_NEXT_OR_FFFD(bytes, i, static_cast<int32_t>(text.size()), c);
  at = static_cast<std::size_t>(i);
  return c;
}

bool is_invisible(UChar32 c) {
  return u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) || u_charType(c) == U_CONTROL_CHAR ||
         u_hasBinaryProperty(c, UCHAR_BIDI_CONTROL);
}

/// Valid UTF-8 without control characters. Done before folding, so that a letter and its accent are adjacent.
std::string cleaned(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    UChar32 c = next_character(text, at);
    if (c == object_replacement || c == braille_blank) c = ' ';
    if (c == 0x2028 || c == 0x2029 || c == 0x85 || c == '\r') c = '\n';
    if (c == '\v' || c == '\f') c = ' ';
    if (c == '\n' || c == '\t' || u_charType(c) != U_CONTROL_CHAR) append_character(clean, c);
  }
  return clean;
}

/// ICU's own instance, which lives as long as the process; null without ICU's data. Kept here because ThreadSanitizer
/// cannot see the lock under which ICU creates it.
const icu::Normalizer2* folding() {
  static const icu::Normalizer2* const made = [] {
    UErrorCode status = U_ZERO_ERROR;
    const auto* instance = icu::Normalizer2::getNFKCCasefoldInstance(status);
    return U_SUCCESS(status) ? instance : nullptr;
  }();
  return made;
}

std::string folded(const std::string& text) {
  const icu::Normalizer2* fold = folding();
  UErrorCode status = fold ? U_ZERO_ERROR : U_FILE_ACCESS_ERROR;
  std::string result;
  if (fold) {
    icu::StringByteSink<std::string> sink(&result, static_cast<int32_t>(text.size()));
    fold->normalizeUTF8(0, text, sink, nullptr, status);
  }
  // ICU has no data: the unfolded text is better than none, and the patterns are case-insensitive anyway.
  return U_SUCCESS(status) ? result : text;
}

}  // namespace

Text normalise(std::string_view original, std::size_t max_bytes) {
  Text result;
  const std::string_view read = utf8_prefix(original, max_bytes);
  result.cut = read.size() < original.size();
  if (std::all_of(read.begin(), read.end(), [](char c) { return is_plain(static_cast<unsigned char>(c)); })) {
    result.text.resize(read.size());
    std::transform(read.begin(), read.end(), result.text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
    return result;
  }
  result.text = folded(with_latin_letters(both_ways(cleaned(read))));
  // Folding turns capitals into small letters and mathematical signs into Latin letters, and so can mix alphabets in a
  // word that had only one.
  for (int again = 0; again < 2; ++again) {
    const std::string mapped = with_latin_letters(result.text);
    if (mapped == result.text) break;
    result.text = folded(mapped);
  }
  return result;
}

std::string in_quotes(std::string_view text, std::size_t max_bytes) {
  const std::string_view shown = utf8_prefix(text, max_bytes);
  std::string result = "\"";
  result.reserve(shown.size() + 5);
  for (std::size_t at = 0; at < shown.size();) {
    if (shown[at] >= ' ' && shown[at] <= '~') {
      result += shown[at++];
      continue;
    }
    const UChar32 c = next_character(shown, at);
    if (c == '\n' || c == '\t' || c == '\r' || c == 0x2028 || c == 0x2029) {
      result += ' ';
    } else if (!is_invisible(c)) {
      append_character(result, c);
    }
  }
  if (shown.size() < text.size()) result += "…";
  return result + '"';
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const auto begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

bool is_one_character(std::string_view text) {
  if (text.empty() || text.size() > 4) return false;
  if (text.size() == 1) return text[0] >= 0x20 && text[0] < 0x7F;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  int32_t i = 0;
  UChar32 c = 0;
  U8_NEXT(bytes, i, static_cast<int32_t>(text.size()), c);
  return c >= 0 && static_cast<std::size_t>(i) == text.size() && u_charType(c) != U_CONTROL_CHAR;
}

}  // namespace interlock
