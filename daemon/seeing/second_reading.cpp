#include "daemon/seeing/second_reading.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "gate/secrets/personal_data.h"

namespace interlock::daemon {

namespace {

constexpr std::size_t long_word = 16;
/// The shortest number of an account has 14 characters, that of a card 13 digits; readers lose one.
constexpr std::ptrdiff_t many_digits = 12;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Shown in every listing of commits and files: small letters from a to f and digits alone.
bool is_plain_hash(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

/// A group of a card's or an account's number: digits, capitals, small letters that look like digits, and dashes. A
/// reader may have made one of them another mark. Dates and times, amounts and addresses have more of those.
bool is_group(std::string_view word) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z' && c != 'l' && c != 'o'; };
  const auto other = [](char c) { return !is_digit(c) && !(c >= 'A' && c <= 'Z') && c != '-' && c != 'l' && c != 'o'; };
  return std::none_of(word.begin(), word.end(), is_letter) && std::count_if(word.begin(), word.end(), other) <= 1;
}

}  // namespace

bool needs_second_reading(const std::vector<sight::Word>& line) {
  std::string text;
  std::ptrdiff_t digits = 0;
  for (const sight::Word& word : line) {
    if (word.text.find('@') != word.text.npos) return true;
    if (word.text.size() >= long_word && !is_plain_hash(word.text)) return true;
    digits = is_group(word.text) ? digits + std::count_if(word.text.begin(), word.text.end(), is_digit) : 0;
    if (digits >= many_digits) return true;
    if (!text.empty()) text += ' ';
    text += word.text;
  }
  return !gate::find_personal_data(text).empty();
}

}  // namespace interlock::daemon
