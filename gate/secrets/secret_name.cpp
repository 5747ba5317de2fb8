#include "gate/secrets/secret_name.h"

#include <algorithm>
#include <array>
#include <string>

#include "gate/secrets/field_words.h"
#include "values/ascii.h"

namespace interlock::gate {
namespace {

bool is_visible(char c) {
  return c > ' ' && c < 0x7f;
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// The bytes of a letter of the Latin, Greek or Cyrillic script outside ASCII at `at` (U+00C0 to U+052F), or 0.
std::size_t foreign_letter(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const bool lead = byte(at) >= 0xc3 && byte(at) <= 0xd4;
  return lead && at + 1 < text.size() && (byte(at + 1) & 0xc0U) == 0x80U ? 2 : 0;
}

std::string_view without_last_word(std::string_view text) {
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  while (!text.empty() && !is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view without_link(std::string_view text) {
  while (!text.empty() && (is_blank(text.back()) || std::string_view(":=\"'`(>-").find(text.back()) != text.npos))
    text.remove_suffix(1);
  return text;
}

/// "Is", in the languages of the field words.
bool is_copula(std::string_view word) {
  static constexpr auto copulas = std::to_array<std::string_view>(
      {"is", "was",    "ist",   "lautet", "est", "es",    "è",   "é",  "är",  "er",    "on", "jest",
       "je", "este",   "are",   "be",     "to",  "είναι", "это", "є",  "е",   "है",     "হল", "হলো",
       "là", "adalah", "ialah", "คือ",     "היא", "הוא",   "هي",  "هو", "است", "olarak"});
  return std::find(copulas.begin(), copulas.end(), word) != copulas.end();
}

/// Abbreviations that mean a password only if a sign follows: "pw: ...", "mdp du routeur = ...".
bool is_short_name(std::string_view word) {
  static constexpr auto names = std::to_array<std::string_view>({"pw", "psw", "pwd", "mdp"});
  const std::string low = lower(word);
  return std::find(names.begin(), names.end(), low) != names.end();
}

/// `name` ends with what means a secret, or with that and at most two short words: "password is", "Passwort lautet";
/// before a sign, four: "Passwort für den Drucker:".
Link link_of(std::string_view name, NamedBy words_that_count) {
  const auto names = [&](std::string_view text) {
    const FieldWords found = read_field_dialog(text);
    return found.secret || (found.perhaps && words_that_count == NamedBy::likely);
  };
  constexpr std::size_t longest = 18;  // bytes of such a word
  const std::string_view plain = without_link(name);
  const bool sign = plain.size() < name.size() && name.substr(plain.size()).find_first_of(":=>") != name.npos;
  const std::string_view last_word = plain.substr(without_last_word(plain).size());
  if (lower(last_word) == "pass" && sign) return Link::words;  // "PASS: test_login_2"
  // A word that means a secret only as a whole label ("Pass") does not count behind others.
  const bool named = names(plain) || (is_copula(last_word) && names(without_link(without_last_word(plain))));
  const std::size_t most_words = sign ? 4 : 2;
  std::string_view rest = plain;
  for (std::size_t words = 0; words <= most_words && !rest.empty(); ++words) {
    const std::string_view shorter = without_last_word(rest);
    if (sign && is_short_name(rest.substr(shorter.size()))) return Link::sign;
    if (!named && !sign) return Link::none;
    // The last word is the one that means it: without it nothing does.
    if (named && names(rest) && !names(shorter)) {
      if (sign) return Link::sign;
      if (words == 0) return Link::next;
      return words == 1 && is_copula(last_word) ? Link::is : Link::words;
    }
    if (without_link(rest).size() - shorter.size() > longest) return Link::none;
    rest = without_link(shorter);
  }
  // Scripts without spaces: the name and what leads to the value are one run.
  const auto foreign = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  constexpr std::size_t near = 24;
  const std::string_view tail = plain.substr(plain.size() - std::min(plain.size(), near));
  const bool run = !tail.empty() && foreign(tail.back()) && std::none_of(tail.begin(), tail.end(), is_blank);
  return run && names(plain) ? Link::words : Link::none;
}

}  // namespace

std::vector<Piece> visible_pieces(std::string_view text) {
  std::vector<Piece> pieces;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    bool foreign = false;
    while (at < text.size()) {
      const std::size_t letter = foreign_letter(text, at);
      if (letter == 0 && (!is_visible(text[at]) || (foreign && (text[at] == ':' || text[at] == '=')))) break;
      foreign = foreign || letter != 0;
      at += std::max<std::size_t>(letter, 1);
    }
    if (at > begin) pieces.push_back({begin, at});
    if (at == begin || foreign) ++at;
  }
  return pieces;
}

/// The text before `at` that may name what stands there: of its sentence, the latest few words.
std::string_view name_before(std::string_view text, std::size_t at) {
  constexpr std::size_t most = 64;
  constexpr std::string_view ends = ".!?\n;";
  std::size_t begin = at - std::min(at, most);
  for (std::size_t i = begin; i + 1 < at; ++i) {
    const bool end = ends.find(text[i]) != ends.npos && (text[i] == '\n' || is_blank(text[i + 1]));
    if (end) begin = i + 1;
  }
  // No half a character.
  while (begin < at && (static_cast<unsigned char>(text[begin]) & 0xc0U) == 0x80U) ++begin;
  return text.substr(begin, at - begin);
}

bool ends_in_copula(std::string_view name) {
  const std::string_view plain = without_link(name);
  const std::string_view last = plain.substr(without_last_word(plain).size());
  return is_copula(last) && last != "to" && last != "be";
}

Link secret_name_before(std::string_view text, std::size_t at, NamedBy words) {
  return link_of(name_before(text, at), words);
}

}  // namespace interlock::gate
