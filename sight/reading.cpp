#include "sight/reading.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>
#include <cctype>
#include <cstdint>

namespace interlock::sight {

namespace {

bool has_in_range(std::string_view text, UChar32 first, UChar32 last) {
  const auto size = static_cast<std::int32_t>(text.size());
  for (std::int32_t at = 0; at < size;) {
    UChar32 code = 0;
    U8_NEXT(text.data(), at, size, code);
    if (code >= first && code <= last) return true;
  }
  return false;
}

}  // namespace

std::size_t count_letters(std::string_view text) {
  const auto size = static_cast<std::int32_t>(text.size());
  std::size_t count = 0;
  for (std::int32_t at = 0; at < size;) {
    UChar32 code = 0;
    U8_NEXT(text.data(), at, size, code);
    count += code >= 0 && u_isalnum(code) != 0 ? 1 : 0;
  }
  return count;
}

bool has_all_letters(std::string_view whole, std::string_view part) {
  const auto next = [](std::string_view text, std::size_t& at) {
    while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80 && std::isalnum(text[at]) == 0) ++at;
    return at < text.size() ? text[at++] : '\0';
  };
  std::size_t in_whole = 0, in_part = 0;
  for (char wanted = next(part, in_part); wanted != '\0'; wanted = next(part, in_part)) {
    char found = next(whole, in_whole);
    while (found != wanted && found != '\0') found = next(whole, in_whole);
    if (found == '\0') return false;
  }
  return true;
}

bool contradicts(std::string_view whole, std::string_view other) {
  const bool damaged = 5 * count_letters(other) <= 4 * count_letters(whole);
  return !damaged && !has_all_letters(whole, other);
}

FirstLetter first_letter(std::string_view text) {
  UChar32 first = -1;
  std::int32_t at = 0;
  const auto size = static_cast<std::int32_t>(text.size());
  if (size > 0) U8_NEXT(text.data(), at, size, first);
  if (first >= 0 && u_isdigit(first) != 0 && first != '1') return FirstLetter::of_text;
  if (first < 0 || u_isupper(first) == 0) return FirstLetter::of_rest;
  UChar32 second = -1;
  if (at < size) U8_NEXT(text.data(), at, size, second);
  return second >= 0 && u_isupper(second) != 0 ? FirstLetter::of_capitals : FirstLetter::of_text;
}

bool is_wide(std::string_view text) {
  return has_in_range(text, 0x2E80, 0xFFDC);
}

bool has_cyrillic(std::string_view text) {
  return has_in_range(text, 0x400, 0x52F);
}

}  // namespace interlock::sight
