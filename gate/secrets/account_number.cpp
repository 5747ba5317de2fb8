#include "gate/secrets/account_number.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace interlock::gate {
namespace {

/// The IBAN registry: what follows the country and the two check digits. n: digits, a: letters, c: either.
struct Country {
  std::string_view code;
  std::string_view structure;
};
constexpr auto countries = std::to_array<Country>(
    {{"AD", "8n12c"}, {"AE", "19n"},    {"AL", "8n16c"},    {"AT", "16n"},      {"AZ", "4a20c"},    {"BA", "16n"},
     {"BE", "12n"},   {"BG", "4a6n8c"}, {"BH", "4a14c"},    {"BI", "23n"},      {"BR", "23n1a1c"},  {"BY", "4c4n16c"},
     {"CH", "5n12c"}, {"CR", "18n"},    {"CY", "8n16c"},    {"CZ", "20n"},      {"DE", "18n"},      {"DJ", "23n"},
     {"DK", "14n"},   {"DO", "4c20n"},  {"EE", "16n"},      {"EG", "25n"},      {"ES", "20n"},      {"FI", "14n"},
     {"FK", "2a12n"}, {"FO", "14n"},    {"FR", "10n11c2n"}, {"GB", "4a14n"},    {"GE", "2a16n"},    {"GI", "4a15c"},
     {"GL", "14n"},   {"GR", "7n16c"},  {"GT", "24c"},      {"HR", "17n"},      {"HU", "24n"},      {"IE", "4a14n"},
     {"IL", "19n"},   {"IQ", "4a15n"},  {"IS", "22n"},      {"IT", "1a10n12c"}, {"JO", "4a4n18c"},  {"KW", "4a22c"},
     {"KZ", "3n13c"}, {"LB", "4n20c"},  {"LC", "4a24c"},    {"LI", "5n12c"},    {"LT", "16n"},      {"LU", "3n13c"},
     {"LV", "4a13c"}, {"LY", "21n"},    {"MC", "10n11c2n"}, {"MD", "20c"},      {"ME", "18n"},      {"MK", "3n10c2n"},
     {"MN", "16n"},   {"MR", "23n"},    {"MT", "4a5n18c"},  {"MU", "4a19n3a"},  {"NI", "4a20n"},    {"NL", "4a10n"},
     {"NO", "11n"},   {"OM", "3n16c"},  {"PK", "4a16c"},    {"PL", "24n"},      {"PS", "4a21c"},    {"PT", "21n"},
     {"QA", "4a21c"}, {"RO", "4a16c"},  {"RS", "18n"},      {"RU", "14n15c"},   {"SA", "2n18c"},    {"SC", "4a20n3a"},
     {"SD", "14n"},   {"SE", "20n"},    {"SI", "15n"},      {"SK", "20n"},      {"SM", "1a10n12c"}, {"SO", "19n"},
     {"ST", "21n"},   {"SV", "4a20n"},  {"TL", "19n"},      {"TN", "20n"},      {"TR", "6n16c"},    {"UA", "6n19c"},
     {"VA", "18n"},   {"VG", "4a16n"},  {"XK", "16n"},      {"YE", "4a4n18c"}});

constexpr std::size_t shortest_number = 15;

bool is_account_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

bool is_character(char c) {
  return is_account_digit(c) || is_capital(upper(c));
}

/// One letter for each character of a whole number: "aannnn...".
std::string kinds_of(const Country& country) {
  std::string kinds = "aann";
  std::size_t count = 0;
  for (const char c : country.structure) {
    if (is_account_digit(c)) {
      count = 10 * count + static_cast<std::size_t>(c - '0');
    } else {
      kinds.append(std::exchange(count, 0), c);
    }
  }
  return kinds;
}

/// Empty if there is no such country.
std::string kinds_of(std::string_view code) {
  const auto country = std::find_if(countries.begin(), countries.end(), [&](const auto& c) { return c.code == code; });
  return country == countries.end() ? std::string() : kinds_of(*country);
}

/// ISO 7064: the first four characters moved to the end, letters as 10 to 35, the whole modulo 97 is 1.
bool has_check_digits(std::string_view number) {
  int rest = 0;
  for (std::size_t i = 0; i < number.size(); ++i) {
    const char c = number[(i + 4) % number.size()];
    rest = is_account_digit(c) ? (rest * 10 + (c - '0')) % 97 : (rest * 100 + (c - 'A' + 10)) % 97;
  }
  return rest == 1;
}

/// Where the characters of a number stand in the text.
struct Read {
  std::string characters;
  std::vector<std::size_t> ends;  ///< behind each of them
};

Read read_from(std::string_view text, std::size_t begin, std::size_t most, std::string_view also,
               std::string_view between) {
  Read read;
  for (std::size_t at = begin; at < text.size() && read.characters.size() < most; ++at) {
    const char c = text[at];
    if (is_character(c) || also.find(c) != also.npos) {
      read.characters += c;
      read.ends.push_back(at + 1);
    } else if (between.find(c) == between.npos) {
      break;
    }
  }
  return read;
}

bool begins_at(std::string_view text, std::size_t at) {
  return at == 0 || !is_character(text[at - 1]);
}

bool ends_at(std::string_view text, std::size_t at) {
  return at == text.size() || !is_character(text[at]);
}

/// Letters that look like digits, and the digits; the first letter of a digit is the one that it is taken for.
constexpr std::string_view alike_letters = "OQDoIl|SsBZzGbTAgq", alike_digits = "000011155822667499";
/// The digits that a reader takes a digit for.
constexpr std::array<std::string_view, 10> similar_digits = {"86", "7", "", "85", "", "63", "850", "1", "036", ""};

/// The character as one of this kind; nothing if it does not look like any.
std::optional<char> as_kind(char c, char kind) {
  if (kind == 'c') return is_character(c) ? std::optional(upper(c)) : std::nullopt;
  if (kind == 'n') {
    if (is_account_digit(c)) return c;
    const std::size_t at = alike_letters.find(c);
    return at == alike_letters.npos ? std::nullopt : std::optional(alike_digits[at]);
  }
  if (is_capital(upper(c))) return upper(c);
  const std::size_t at = alike_digits.find(c == '|' ? '1' : c);
  return at == alike_digits.npos ? std::nullopt : std::optional(upper(alike_letters[at]));
}

/// The number as its structure says; empty if it does not fit.
std::string in_structure(std::string_view characters, std::string_view kinds) {
  std::string number;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const auto c = as_kind(characters[i], kinds[i]);
    if (!c) return {};
    number += *c;
  }
  return number;
}

/// Whether the check digits are right for one of the digits being a similar one.
bool has_check_digits_but_one(std::string number) {
  for (std::size_t i = 2; i < number.size(); ++i) {
    if (!is_account_digit(number[i])) continue;
    const char read = number[i];
    for (const char other : similar_digits[static_cast<std::size_t>(read - '0')]) {
      number[i] = other;
      if (has_check_digits(number)) return true;
    }
    number[i] = read;
  }
  return false;
}

bool is_number(std::string_view characters, const std::string& kinds, bool but_one) {
  std::string digits = kinds;  // where either may stand, digits mostly do
  std::replace(digits.begin(), digits.end(), 'c', 'n');
  for (const std::string& each : {kinds, digits}) {
    const std::string number = in_structure(characters, each);
    if (number.empty()) continue;
    if (has_check_digits(number) || (but_one && has_check_digits_but_one(number))) return true;
  }
  return false;
}

/// Whether it is a number if one of its characters is left out, as none of its country's code is.
bool is_number_without_one(std::string_view characters, const std::string& kinds) {
  for (std::size_t i = 2; i < characters.size(); ++i) {
    std::string fewer(characters);
    fewer.erase(i, 1);
    if (is_number(fewer, kinds, false)) return true;
  }
  return false;
}

/// The kinds of characters of the number that may begin there; empty: none.
std::string kinds_at(std::string_view text, std::size_t begin) {
  const std::string_view code = text.substr(begin, 2);
  if (!begins_at(text, begin) || code.size() < 2 || (!is_capital(code[0]) && !is_capital(code[1]))) return {};
  const auto first = as_kind(code[0], 'a'), second = as_kind(code[1], 'a');
  return first && second ? kinds_of(std::string{*first, *second}) : std::string();
}

/// Where the number that was misread and begins there ends; nothing if there is none.
std::optional<std::size_t> end_of_misread(std::string_view text, std::size_t begin) {
  const std::string kinds = kinds_at(text, begin);
  if (kinds.empty()) return std::nullopt;
  const Read read = read_from(text, begin, kinds.size() + 1, "|", " -/");
  const std::string_view all = read.characters;
  if (all.size() < kinds.size()) return std::nullopt;
  const std::size_t end = read.ends[kinds.size() - 1];
  if (ends_at(text, end) && is_number(all.substr(0, kinds.size()), kinds, true)) return end;
  const bool longer = all.size() > kinds.size() && ends_at(text, read.ends.back());
  return longer && is_number_without_one(all, kinds) ? std::optional(read.ends.back()) : std::nullopt;
}

}  // namespace

std::vector<AccountSpan> find_account_numbers(std::string_view text) {
  std::vector<AccountSpan> found;
  for (std::size_t begin = 0; begin + shortest_number <= text.size(); ++begin) {
    const bool letters = is_capital(upper(text[begin])) && is_capital(upper(text[begin + 1]));
    if (!letters || !is_account_digit(text[begin + 2]) || !is_account_digit(text[begin + 3])) continue;
    if (begin > 0 && is_capital(upper(text[begin - 1]))) continue;
    const std::size_t length = kinds_of(std::string{upper(text[begin]), upper(text[begin + 1])}).size();
    Read read = read_from(text, begin, length, "", " -");
    std::transform(read.characters.begin(), read.characters.end(), read.characters.begin(), upper);
    if (length == 0 || read.characters.size() != length) continue;
    if (!ends_at(text, read.ends.back()) || !has_check_digits(read.characters)) continue;
    found.push_back({begin, read.ends.back()});
    begin = read.ends.back() - 1;
  }
  return found;
}

std::vector<AccountSpan> find_misread_accounts(std::string_view text) {
  std::vector<AccountSpan> found;
  for (std::size_t begin = 0; begin + shortest_number <= text.size(); ++begin) {
    const auto end = end_of_misread(text, begin);
    if (!end) continue;
    found.push_back({begin, *end});
    begin = *end - 1;
  }
  return found;
}

}  // namespace interlock::gate
