#include "gate/secrets/spoken_secret.h"

#include <algorithm>
#include <array>
#include <string>

#include "gate/secrets/field_words.h"
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
bool graphic(char c) {
  return c > ' ' && c < 0x7f;
}
bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Runs of visible ASCII: words, numbers, passwords. Other scripts separate them.
std::vector<Piece> ascii_pieces(std::string_view text) {
  std::vector<Piece> pieces;
  for (std::size_t at = 0; at < text.size();) {
    if (!graphic(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && graphic(text[at])) ++at;
    pieces.push_back({begin, at});
  }
  return pieces;
}

/// The text before `at` that may name what stands there: of its sentence, the latest few words.
std::string_view name_before(std::string_view text, std::size_t at) {
  constexpr std::size_t most = 64;
  constexpr std::string_view ends = ".!?\n;";
  std::size_t begin = at - std::min(at, most);
  for (std::size_t i = begin; i + 1 < at; ++i) {
    const bool end = ends.find(text[i]) != ends.npos && (text[i] == '\n' || blank(text[i + 1]));
    if (end) begin = i + 1;
  }
  // No half a character.
  while (begin < at && (static_cast<unsigned char>(text[begin]) & 0xc0U) == 0x80U) ++begin;
  return text.substr(begin, at - begin);
}

std::string_view without_last_word(std::string_view text) {
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  while (!text.empty() && !blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view without_link(std::string_view text) {
  while (!text.empty() && (blank(text.back()) || std::string_view(":=\"'`(>-").find(text.back()) != text.npos))
    text.remove_suffix(1);
  return text;
}

/// How a name leads to the value behind it: "password: ...", "password is ...", "password of the server ...".
enum class Link { none, words, is, sign };

/// "Is", in the languages of the field words.
bool is_copula(std::string_view word) {
  static constexpr auto copulas = std::to_array<std::string_view>(
      {"is", "was",    "ist",   "lautet", "est", "es",    "è",   "é",  "är",  "er",    "on", "jest",
       "je", "este",   "are",   "be",     "to",  "είναι", "это", "є",  "е",   "है",     "হল", "হলো",
       "là", "adalah", "ialah", "คือ",     "היא", "הוא",   "هي",  "هو", "است", "olarak"});
  return std::find(copulas.begin(), copulas.end(), word) != copulas.end();
}

/// `name` ends with what means a secret, or with that and at most two short words: "password is", "Passwort lautet".
Link link_of(std::string_view name) {
  constexpr std::size_t most_words = 2;
  constexpr std::size_t longest = 18;  // bytes of such a word
  const std::string_view plain = without_link(name);
  const bool sign = plain.size() < name.size() && name.substr(plain.size()).find_first_of(":=>") != name.npos;
  std::string_view rest = plain;
  for (std::size_t words = 0; words <= most_words && !rest.empty(); ++words) {
    const std::string_view shorter = without_last_word(rest);
    // The last word is the one that means it: without it nothing does.
    if (read_field_dialog(rest).secret && !read_field_dialog(shorter).secret) {
      if (sign && words <= 1) return Link::sign;
      const std::string_view last = plain.substr(without_last_word(plain).size());
      return words == 1 && is_copula(last) ? Link::is : Link::words;
    }
    if (without_link(rest).size() - shorter.size() > longest) return Link::none;
    rest = without_link(shorter);
  }
  // Scripts without spaces: the name and what leads to the value are one run.
  const auto foreign = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  constexpr std::size_t near = 24;
  const std::string_view tail = plain.substr(plain.size() - std::min(plain.size(), near));
  const bool run = !tail.empty() && foreign(tail.back()) && std::none_of(tail.begin(), tail.end(), blank);
  return run && read_field_dialog(plain).secret ? Link::words : Link::none;
}

void passwords(std::string_view text, const std::vector<Piece>& pieces, std::vector<SecretSpan>& found) {
  for (const Piece& piece : pieces) {
    const std::string_view value = password_in(text.substr(piece.begin, piece.end - piece.begin));
    if (value.empty() || !looks_like_password(value, true)) continue;
    const std::string_view name = name_before(text, static_cast<std::size_t>(value.data() - text.data()));
    if (!read_field_dialog(name).secret) continue;
    const Link link = link_of(name);
    if (link == Link::none || !looks_like_password(value, link >= Link::is)) continue;
    const auto begin = static_cast<std::size_t>(value.data() - text.data());
    found.push_back({"what is called a password", begin, begin + value.size()});
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
    for (; end < pieces.size(); ++end) {
      const std::string_view word = piece_text(text, pieces[end]);
      if (is_phrase_word(word)) {
        ++words;
      } else if (!is_ordinal(word)) {
        break;
      }
    }
    const bool line = i == 0 && end == pieces.size();
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

constexpr auto check_codes = std::to_array<std::string_view>({"cvv", "cvc", "cvn", "csc", "security code"});

bool is_card_number(std::string_view digits) {
  constexpr std::size_t shortest = 13;
  constexpr std::size_t longest = 19;
  if (digits.size() < shortest || digits.size() > longest) return false;
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    int digit = digits[digits.size() - 1 - i] - '0';
    if (i % 2 == 1) digit = digit > 4 ? 2 * digit - 9 : 2 * digit;
    sum += digit;
  }
  return sum % 10 == 0;
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

void cards(std::string_view text, std::vector<SecretSpan>& found) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!a_digit(text[at])) continue;
    const std::size_t begin = at;
    std::string digits;
    std::size_t end = at;
    for (; at < text.size() && digits.size() < 20; ++at) {
      if (a_digit(text[at])) {
        digits += text[at];
        end = at + 1;
      } else if ((text[at] != ' ' && text[at] != '-') || at + 1 == text.size() || !a_digit(text[at + 1]) ||
                 is_card_number(digits)) {
        break;
      }
    }
    if (is_card_number(digits) && (has_expiry(text.substr(end)) || has_check_code(text.substr(end))))
      found.push_back({"a payment card with its date or code", begin, end});
  }
}

}  // namespace

std::vector<SecretSpan> find_spoken_secrets(std::string_view text) {
  std::vector<SecretSpan> found;
  const std::vector<Piece> pieces = ascii_pieces(text);
  passwords(text, pieces, found);
  recovery_phrases(text, pieces, found);
  recovery_codes(text, pieces, found);
  cards(text, found);
  return found;
}

}  // namespace interlock::gate
