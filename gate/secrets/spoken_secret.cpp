#include "gate/secrets/spoken_secret.h"

#include <algorithm>
#include <array>
#include <string>

#include "gate/secrets/field_words.h"
#include "gate/secrets/payment_card.h"
#include "gate/secrets/secret_name.h"
#include "gate/secrets/secret_value.h"
#include "values/ascii.h"

namespace interlock::gate {
namespace {

bool a_digit(char c) {
  return c >= '0' && c <= '9';
}
bool small_letter(char c) {
  return c >= 'a' && c <= 'z';
}
/// `word` with a letter of ASCII for each letter of another alphabet, so that what a word is made of can be counted.
std::string in_ascii(std::string_view word) {
  constexpr std::string_view letters = "etaoinsh";  // different ones: what repeats itself is a placeholder
  std::string plain;
  for (std::size_t at = 0; at < word.size(); ++at) {
    const auto byte = static_cast<unsigned char>(word[at]);
    if (byte < 0x80) plain += word[at];
    if (byte >= 0xc0) plain += letters[at % letters.size()];
  }
  return plain;
}

void passwords(std::string_view text, const std::vector<Piece>& pieces, std::vector<SecretSpan>& found) {
  for (const Piece& piece : pieces) {
    const std::string_view value = password_in(text.substr(piece.begin, piece.end - piece.begin));
    const std::string plain = in_ascii(value);
    if (plain.empty() || !looks_like_password(plain, true)) continue;
    const auto begin = static_cast<std::size_t>(value.data() - text.data());
    const Link link = secret_name_before(text, begin);
    if (link == Link::none || !looks_like_password(plain, link >= Link::is)) continue;
    found.push_back({"what is called a password", begin, begin + value.size()});
  }
}

constexpr auto check_codes = std::to_array<std::string_view>({"cvv", "cvc", "cvn", "csc", "security code"});

/// "24-11-37" and "219-09-9999", but no date or year.
bool is_number_code(std::string_view value) {
  constexpr std::size_t shortest = 3, longest = 12;
  std::size_t digits = 0, groups = 1, size = 0, longest_group = 0;
  for (const char c : value) {
    if (!a_digit(c) && (c != '-' || size == 0)) return false;
    digits += a_digit(c) ? 1 : 0;
    groups += c == '-' ? 1 : 0;
    size = c == '-' ? 0 : size + 1;
    longest_group = std::max(longest_group, size);
  }
  const bool date = groups == 3 && digits == 8 && longest_group == 4;
  const bool year = groups == 1 && digits == 4 && (value.starts_with("19") || value.starts_with("20"));
  return size != 0 && digits >= shortest && digits <= longest && !date && !year;
}

/// A PIN, a one-time code or a lock's combination behind its name. "token" and "key" name amounts as well.
bool names_number(std::string_view name, Link link, std::string_view value) {
  const std::string words = read_field_dialog(name).words;
  if (words.empty() || words.find("token") != words.npos || words.find("key") != words.npos) return false;
  const bool card = std::find(check_codes.begin(), check_codes.end(), words) != check_codes.end();
  if (value.size() == 3 && !card) return false;
  // "getent passwd 1001": the file of accounts, and the program that changes a password; a number of an account
  // follows.
  if (link == Link::next && words == "passwd") return false;
  // India's postal codes are called PIN: "Bengaluru, PIN: 560001".
  constexpr std::size_t postal = 6;
  if (words == "pin" && value.size() == postal && link == Link::sign) return false;
  return link == Link::next || link == Link::is || link == Link::sign || ends_in_copula(name);
}

void number_codes(std::string_view text, const std::vector<Piece>& pieces, std::vector<SecretSpan>& found) {
  for (const Piece& piece : pieces) {
    std::string_view value = password_in(text.substr(piece.begin, piece.end - piece.begin));
    value.remove_prefix(value.find_last_of(":=") + 1);  // "pin=4471"
    while (!value.empty() && (value.back() == '#' || value.back() == '*')) value.remove_suffix(1);
    if (!is_number_code(value)) continue;
    const auto begin = static_cast<std::size_t>(value.data() - text.data());
    if (names_number(name_before(text, begin), secret_name_before(text, begin, NamedBy::likely), value))
      found.push_back({"a PIN or code", begin, begin + value.size()});
  }
}

/// Words that sentences have and the lists of recovery phrases do not.
bool is_function_word(std::string_view word) {
  static constexpr auto words = std::to_array<std::string_view>(
      {"and",  "are", "avec", "been", "but", "can",  "con",  "could", "dans", "del", "der",   "des",    "did", "die",
       "does", "een", "for",  "from", "had", "has",  "her",  "het",   "his",  "how", "its",   "las",    "les", "los",
       "may",  "met", "mit",  "not",  "our", "para", "per",  "por",   "pour", "que", "she",   "should", "the", "their",
       "them", "una", "und",  "une",  "von", "was",  "were", "which", "who",  "why", "would", "your"});
  static_assert(std::is_sorted(words.begin(), words.end()));
  return std::binary_search(words.begin(), words.end(), word);
}

bool is_phrase_word(std::string_view word) {
  constexpr std::size_t shortest = 3;
  constexpr std::size_t longest = 8;
  return word.size() >= shortest && word.size() <= longest && std::all_of(word.begin(), word.end(), small_letter) &&
         !is_function_word(word);
}

/// "1." and "2)" before the words of a list.
bool is_ordinal(std::string_view word) {
  return !word.empty() && word.size() <= 3 && a_digit(word.front()) &&
         std::all_of(word.begin(), word.end(), [](char c) { return a_digit(c) || c == '.' || c == ')' || c == ':'; });
}

std::string_view piece_text(std::string_view text, const Piece& piece) {
  std::string_view word = text.substr(piece.begin, piece.end - piece.begin);
  while (!word.empty() && (word.back() == ',' || word.back() == '.' || word.back() == '"')) word.remove_suffix(1);
  while (!word.empty() && word.front() == '"') word.remove_prefix(1);
  return word;
}

/// Twelve to 24 words, as wallets count them, in a row: all that the text has, or named.
void recovery_phrases(std::string_view text, const std::vector<Piece>& pieces, std::vector<SecretSpan>& found) {
  constexpr auto lengths = std::to_array<std::size_t>({12, 15, 18, 21, 24});
  if (pieces.size() < lengths.front()) return;
  for (std::size_t i = 0; i < pieces.size();) {
    std::size_t words = 0;
    std::size_t end = i;
    bool commas = false;
    for (; end < pieces.size(); ++end) {
      const std::string_view word = piece_text(text, pieces[end]);
      if (is_phrase_word(word)) {
        ++words;
        commas = commas || text[pieces[end].end - 1] == ',';
      } else if (!is_ordinal(word)) {
        break;
      }
    }
    // Alone in the text, or behind "seed:". Things to buy are counted with commas.
    const bool begins = i == 0 || text[pieces[i - 1].end - 1] == ':';
    const bool line = begins && end == pieces.size() && !commas;
    const bool whole = line && std::find(lengths.begin(), lengths.end(), words) != lengths.end();
    // The name may be made of such words itself: "seed phrase antenna answer ..."
    const bool named =
        words >= lengths.front() &&
        read_field_dialog(name_before(text, pieces[i].begin + std::min<std::size_t>(24, text.size() - pieces[i].begin)))
            .secret;
    if (whole || named) found.push_back({"a recovery phrase", pieces[i].begin, pieces[end - 1].end});
    i = std::max(end, i + 1);
  }
}

/// Groups of letters and digits, all in small or capital letters: "f519a-a5486".
bool is_recovery_code(std::string_view word) {
  constexpr std::size_t shortest = 8;
  constexpr std::size_t longest = 24;
  if (word.size() < shortest || word.size() > longest) return false;
  const bool plain = std::all_of(word.begin(), word.end(), [](char c) {
    return a_digit(c) || small_letter(c) || (c >= 'A' && c <= 'Z') || c == '-';
  });
  return plain && std::any_of(word.begin(), word.end(), a_digit);
}

/// Two and more of them behind what names them.
void recovery_codes(std::string_view text, const std::vector<Piece>& pieces, std::vector<SecretSpan>& found) {
  for (std::size_t i = 0; i < pieces.size();) {
    std::size_t end = i;
    while (end < pieces.size() && is_recovery_code(piece_text(text, pieces[end]))) ++end;
    if (end - i >= 2 && read_field_dialog(name_before(text, pieces[i].begin)).secret)
      found.push_back({"recovery codes", pieces[i].begin, pieces[end - 1].end});
    i = std::max(end, i + 1);
  }
}

/// A month and year, "04/29" or "04/2029", among the next few words.
bool has_expiry(std::string_view text) {
  constexpr std::size_t near = 40;
  const std::string_view behind = text.substr(0, near);
  for (std::size_t i = 0; i + 4 < behind.size(); ++i) {
    const bool starts = i == 0 || !a_digit(behind[i - 1]);
    const bool month = (behind[i] == '0' && a_digit(behind[i + 1]) && behind[i + 1] != '0') ||
                       (behind[i] == '1' && behind[i + 1] >= '0' && behind[i + 1] <= '2');
    const bool year =
        (behind[i + 2] == '/' || behind[i + 2] == '-') && a_digit(behind[i + 3]) && a_digit(behind[i + 4]);
    const bool ends = i + 5 >= behind.size() ||
                      (!a_digit(behind[i + 5]) && behind[i + 5] != '/' && behind[i + 5] != '-') ||
                      (i + 7 <= behind.size() && a_digit(behind[i + 5]) && a_digit(behind[i + 6]) &&
                       (i + 7 == behind.size() || !a_digit(behind[i + 7])));
    if (starts && month && year && ends) return true;
  }
  return false;
}

/// "CVV 318" among the next few words.
bool has_check_code(std::string_view text) {
  constexpr std::size_t near = 32;
  const std::string behind = lower(text.substr(0, near));
  return std::any_of(check_codes.begin(), check_codes.end(), [&](std::string_view name) {
    const std::size_t at = behind.find(name);
    return at != behind.npos && std::any_of(behind.begin() + static_cast<std::ptrdiff_t>(at), behind.end(), a_digit);
  });
}

bool names_card(std::string_view name) {
  constexpr auto issuers = std::to_array<std::string_view>(
      {"visa", "mastercard", "amex", "american express", "maestro", "diners", "unionpay", "discover card", "mir card"});
  const std::string low = lower(name);
  return std::any_of(issuers.begin(), issuers.end(),
                     [&](std::string_view issuer) { return low.find(issuer) != low.npos; });
}

/// One order number in ten has a card's check digit: groups as on a card, a date or a code, or nothing else in the
/// text.
void cards(std::string_view text, std::vector<SecretSpan>& found) {
  for (const CardSpan& card : find_payment_cards(text)) {
    const std::string_view number = text.substr(card.begin, card.end - card.begin);
    const std::string_view behind = text.substr(card.end);
    const auto digit = [&](std::size_t at) { return at < text.size() && a_digit(text[at]); };
    const bool continues =
        (card.begin >= 2 && digit(card.begin - 2) && text[card.begin - 1] != '\n') || digit(card.end + 1);
    const bool grouped =
        !continues && std::count_if(number.begin(), number.end(), [](char c) { return !a_digit(c); }) >= 2;
    const bool alone =
        text.find_first_not_of(" \t\r\n") == card.begin && behind.find_first_not_of(" \t\r\n") == behind.npos;
    const bool named = secret_name_before(text, card.begin) != Link::none || names_card(name_before(text, card.begin));
    if (grouped || alone || named || has_expiry(behind) || has_check_code(behind))
      found.push_back({"a payment card's number", card.begin, card.end});
  }
}

}  // namespace

std::vector<SecretSpan> find_spoken_secrets(std::string_view text) {
  std::vector<SecretSpan> found;
  const std::vector<Piece> pieces = visible_pieces(text);
  passwords(text, pieces, found);
  number_codes(text, pieces, found);
  recovery_phrases(text, pieces, found);
  recovery_codes(text, pieces, found);
  cards(text, found);
  return found;
}

}  // namespace interlock::gate
