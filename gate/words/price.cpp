#include "gate/words/price.h"

#include <algorithm>
#include <array>

#include "gate/words/label_words.h"

namespace interlock::gate {
namespace {

// Signs, and the codes and abbreviations that stand before or behind an amount; ISO 4217 and the usual short forms.
constexpr auto money_signs =
    std::to_array<std::string_view>({"$", "\u20ac", "\u00a3", "\u00a5", "\u20b9", "\u20a9", "\u20bd", "\u20ba",
                                     "\u20b4", "\u20aa", "\u0e3f", "\u20ab", "\u5186", "\u5143", "\uc6d0"});
constexpr std::string_view code_list =
    "usd eur gbp chf jpy cny inr aud nzd sek nok dkk pln czk huf bgn rub uah ils brl mxn krw zar sgd hkd thb vnd idr "
    "aed "
    "kr rs rp zl z\u0142 k\u010d ft lei \u0433\u0440\u043d \u0440\u0443\u0431 tl btc eth usdc usdt";

// A limit or a sum that is looked at, not paid.
constexpr auto limit_words = std::to_array<std::string_view>(
    {"under", "over", "from", "up",    "below", "above",   "less",  "more",  "than",    "to",
     "and",   "any",  "at",   "least", "most",  "between", "price", "total", "balance", "was",
     "save",  "free", "per",  "month", "year",  "week",    "day",   "mo",    "yr"});

bool is_limit(std::string_view word) {
  return std::find(limit_words.begin(), limit_words.end(), word) != limit_words.end();
}

bool is_code(std::string_view word) {
  constexpr std::size_t longest = 6;  // bytes
  if (word.size() < 2 || word.size() > longest) return false;
  for (std::size_t at = code_list.find(word); at != code_list.npos; at = code_list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || code_list[at - 1] == ' ') && (end == code_list.size() || code_list[end] == ' ')) return true;
  }
  return false;
}

bool is_decimal(char c) {
  return c >= '0' && c <= '9';
}

/// Beside an amount, with or without a space: "\u5143" alone is also a part of words.
bool has_sign(std::string_view text) {
  const auto is_amount = [&](std::size_t at) { return at < text.size() && is_decimal(text[at]); };
  for (const std::string_view sign : money_signs) {
    for (std::size_t at = text.find(sign); at != text.npos; at = text.find(sign, at + sign.size())) {
      const std::size_t after = at + sign.size();
      const bool before = at > 0 && (is_amount(at - 1) || (text[at - 1] == ' ' && at > 1 && is_amount(at - 2)));
      if (before || is_amount(after) || (after < text.size() && text[after] == ' ' && is_amount(after + 1)))
        return true;
    }
  }
  return false;
}

}  // namespace

bool names_money(std::string_view normal) {
  if (std::none_of(normal.begin(), normal.end(), is_decimal)) return false;
  if (has_sign(normal)) return true;
  bool number = false;  // the word before is one
  bool code = false;    // ... is a currency's
  const LabelWords words = label_words(normal);
  for (const Word& word : words.words) {
    if (word.inside) continue;
    const bool currency = is_code(std::string_view(words.text).substr(word.begin, word.end - word.begin));
    if ((currency && number) || (code && word.number)) return true;
    number = word.number;
    code = currency;
  }
  return false;
}

bool offers_for_a_price(std::string_view normal) {
  if (!names_money(normal)) return false;
  std::size_t said = 0;
  const LabelWords label = label_words(normal);
  for (const Word& word : label.words) {
    if (word.inside || word.number) continue;
    const auto letters = std::string_view(label.text).substr(word.begin, word.end - word.begin);
    const bool limit = is_limit(letters);
    if (limit && said == 0) return false;  // "Under $50"
    const bool amount = std::any_of(letters.begin(), letters.end(), is_decimal);
    if (!limit && !amount && !is_code(letters)) ++said;
  }
  constexpr std::size_t longest_offer = 7;  // words; a card with a summary is opened by a press
  return said > 0 && said <= longest_offer;
}

}  // namespace interlock::gate
