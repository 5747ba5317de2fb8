#include "gate/secrets/payment_card.h"

#include <algorithm>
#include <string>

namespace interlock::gate {
namespace {

bool is_digit_at(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] >= '0' && text[at] <= '9';
}

/// ISO/IEC 7812-1, annex B.
bool has_luhn_digit(std::string_view digits) {
  int sum = 0;
  bool doubled = false;
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, doubled = !doubled) {
    const int value = (*digit - '0') * (doubled ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 == 0;
}

/// The first digits and lengths of the large issuers.
bool is_of_issuer(std::string_view digits) {
  const auto first = [&](std::size_t count) {
    int value = 0;
    for (const char digit : digits.substr(0, count)) value = value * 10 + (digit - '0');
    return value;
  };
  const std::size_t size = digits.size();
  const int two = first(2), four = first(4);
  if (two == 34 || two == 37) return size == 15;                                      // American Express
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) return size == 16;  // Mastercard
  if (digits[0] == '4') return size == 13 || size == 16 || size == 19;                // Visa
  if (two == 36 || two == 38 || two == 39 || (first(3) >= 300 && first(3) <= 305)) return size == 14 || size == 16;
  if (four == 6011 || two == 64 || two == 65 || two == 62 || two == 81) return size >= 16;  // Discover, UnionPay, RuPay
  if (four >= 3528 && four <= 3589) return size >= 16;                                      // JCB
  if (two == 50 || (two >= 56 && two <= 58) || two == 60 || two == 63 || two == 67) return size >= 12;  // Maestro
  return four >= 2200 && four <= 2204 && size >= 16;                                                    // Mir
}

/// Cards print groups of four digits, the last may be shorter, or 4-6-5 and 4-6-4; a reader may lose a blank, not the
/// one before a shorter group. Numbers of a table have other groups, of which one in ten has a check digit by chance.
bool is_grouped_as_card(const std::vector<std::size_t>& groups) {
  if (groups.size() == 1) return true;
  if (groups.size() == 3 && groups[0] == 4 && groups[1] == 6 && (groups[2] == 4 || groups[2] == 5)) return true;
  return (groups.back() <= 4 || groups.back() == 8) &&
         std::all_of(groups.begin(), groups.end() - 1, [](std::size_t group) { return group % 4 == 0; });
}

}  // namespace

std::vector<CardSpan> find_payment_cards(std::string_view text) {
  std::vector<CardSpan> found;
  constexpr std::size_t fewest = 12, most = 19;
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    const bool starts =
        is_digit_at(text, begin) && (begin == 0 || (!is_digit_at(text, begin - 1) && text[begin - 1] != '+'));
    if (!starts) continue;
    std::string digits;
    std::vector<std::size_t> groups;
    std::size_t end = 0;
    for (std::size_t at = begin; at < text.size() && digits.size() <= most; ++at) {
      if (is_digit_at(text, at)) {
        if (at == begin || !is_digit_at(text, at - 1)) groups.push_back(0);
        ++groups.back();
        digits += text[at];
        const bool whole = !is_digit_at(text, at + 1) && digits.size() >= fewest && digits.size() <= most;
        if (whole && has_luhn_digit(digits) && is_of_issuer(digits) && is_grouped_as_card(groups)) end = at + 1;
      } else if ((text[at] != ' ' && text[at] != '-' && text[at] != '.') || !is_digit_at(text, at + 1)) {
        break;
      }
    }
    if (end == 0) continue;
    found.push_back({begin, end});
    begin = end - 1;
  }
  return found;
}

}  // namespace interlock::gate
