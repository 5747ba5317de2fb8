#include "gate/redaction/encoded_text.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace interlock::gate {
namespace {

constexpr std::size_t shortest = 16;  // fewer characters cannot contain a command
constexpr std::size_t longest_entity = 10;
constexpr std::size_t shortest_spaced = 7;  // four letters: shorter runs are initials and options

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

std::optional<std::string> from_hex(std::string_view word) {
  if (word.size() % 2 != 0) return std::nullopt;
  std::string text;
  for (std::size_t at = 0; at < word.size(); at += 2) {
    const int high = hex_digit(word[at]);
    const int low = hex_digit(word[at + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    text += static_cast<char>(high * 16 + low);
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view word) {
  while (!word.empty() && word.back() == '=') word.remove_suffix(1);
  std::string text;
  unsigned bits = 0;
  int count = 0;
  for (const char c : word) {
    const int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    bits = (bits << 6 | static_cast<unsigned>(digit)) & 0xFFFF;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    text += static_cast<char>(bits >> count & 0xFF);
  }
  return text;
}

std::optional<std::string> from_percent(std::string_view word) {
  if (std::count(word.begin(), word.end(), '%') == 0) return std::nullopt;
  std::string text;
  for (std::size_t at = 0; at < word.size(); ++at) {
    const bool escape =
        word[at] == '%' && at + 2 < word.size() && hex_digit(word[at + 1]) >= 0 && hex_digit(word[at + 2]) >= 0;
    text += escape ? static_cast<char>(hex_digit(word[at + 1]) * 16 + hex_digit(word[at + 2])) : word[at];
    if (escape) at += 2;
  }
  return text;
}

bool can_be_read(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r') || byte == 0x7F;
  });
}

struct Escape {
  char character = 0;
  std::size_t length = 0;  ///< 0: there is none here
};

/// The digits of `text` up to `end`, as an ASCII character; 0 if they are not such a number.
char ascii_of(std::string_view digits, unsigned base) {
  unsigned value = 0;
  for (const char c : digits) {
    const int digit = hex_digit(c);
    if (digit < 0 || static_cast<unsigned>(digit) >= base) return 0;
    value = std::min(value * base + static_cast<unsigned>(digit), 0x80U);
  }
  return value < 0x80 ? static_cast<char>(value) : '\0';
}

Escape escape_at(std::string_view text) {
  if (text.substr(0, 2) == "\\x" && text.size() >= 4) return {ascii_of(text.substr(2, 2), 16), 4};
  if (text.substr(0, 2) == "\\u" && text.size() >= 6) return {ascii_of(text.substr(2, 4), 16), 6};
  if (text.substr(0, 2) != "&#") return {};
  const std::size_t end = text.substr(0, longest_entity).find(';');
  if (end == std::string_view::npos) return {};
  const bool hex = text.size() > 2 && (text[2] == 'x' || text[2] == 'X');
  const std::size_t begin = hex ? 3 : 2;
  if (end == begin) return {};
  return {ascii_of(text.substr(begin, end - begin), hex ? 16 : 10), end + 1};
}

bool is_separator(char c) {
  return c == ' ' || c == ',' || c == '\n' || c == '\t';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The bytes from `at` on that are letters separated by single spaces.
std::size_t spaced_run(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_letter(text[end]) && (end + 1 == text.size() || !is_letter(text[end + 1]))) {
    ++end;
    if (end + 1 >= text.size() || text[end] != ' ' || !is_letter(text[end + 1])) break;
    ++end;
  }
  // The last letter begins a word: it and the space before it do not belong to the run.
  if (end > at && text[end - 1] == ' ') --end;
  return end - at;
}

/// What a command to an AI consists of. A reader, and a model, understands these words with their letters in disorder.
constexpr std::string_view words_of_commands[] = {
    "ignore",     "disregard",    "forget",       "override",    "bypass",       "previous",   "prior",
    "above",      "earlier",      "preceding",    "instruction", "instructions", "guidelines", "directions",
    "directives", "prompt",       "prompts",      "rules",       "system",       "reveal",     "repeat",
    "safety",     "restrictions", "unrestricted", "everything"};

constexpr std::size_t shortest_misspelt = 6;  // letters; a shorter word with one letter changed is another word

/// Whether `word` is `known` with one letter less, more or changed.
bool differs_in_a_letter(std::string_view word, std::string_view known) {
  const std::size_t common = static_cast<std::size_t>(
      std::mismatch(word.begin(), word.end(), known.begin(), known.end()).first - word.begin());
  const std::string_view rest = word.substr(common);
  const std::string_view due = known.substr(common);
  if (word.size() + 1 == known.size()) return rest == due.substr(1);
  if (word.size() == known.size() + 1) return rest.substr(1) == due;
  return word.size() == known.size() && !rest.empty() && rest.substr(1) == due.substr(1);
}

bool is_misspelt(std::string_view word, std::string_view known) {
  if (word.front() != known.front()) return false;
  if (word.size() == known.size() && std::is_permutation(word.begin(), word.end(), known.begin())) return true;
  // With another end it is another form of the word: "ignores" states, it does not command.
  return known.size() >= shortest_misspelt && word.back() == known.back() && differs_in_a_letter(word, known);
}

/// The word of commands that `word` was meant to be; `word` itself if none.
std::string_view meant_by(std::string_view word) {
  const auto known = [&](std::string_view each) { return each == word; };
  if (std::any_of(std::begin(words_of_commands), std::end(words_of_commands), known)) return word;
  for (const std::string_view each : words_of_commands) {
    if (is_misspelt(word, each)) return each;
  }
  return word;
}

}  // namespace

std::optional<std::string> unescaped_text(std::string_view word) {
  std::string text;
  std::size_t escapes = 0;
  for (std::size_t at = 0; at < word.size();) {
    const Escape escape = escape_at(word.substr(at));
    if (escape.character != 0) {
      text += escape.character;
      at += escape.length;
      ++escapes;
    } else {
      text += word[at++];
    }
  }
  if (escapes < 2 || !can_be_read(text)) return std::nullopt;
  return text;
}

std::optional<std::string> without_percent(std::string_view text) {
  std::string plain;
  std::size_t escapes = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at] == '%' && at + 2 < text.size() ? ascii_of(text.substr(at + 1, 2), 16) : '\0';
    const bool escape = is_letter(c);  // with blanks too the word is a text by itself: decoded_text
    plain += escape ? c : text[at];
    escapes += escape ? 1 : 0;
    at += escape ? 2 : 0;
  }
  if (escapes < 2) return std::nullopt;
  return plain;
}

std::optional<std::string> joined_letters(std::string_view text) {
  std::string joined;
  bool any = false;
  for (std::size_t at = 0; at < text.size();) {
    const bool starts_word = at == 0 || !is_letter(text[at - 1]);
    const std::size_t run = starts_word ? spaced_run(text, at) : 0;
    if (run >= shortest_spaced) {
      for (std::size_t letter = 0; letter < run; letter += 2) joined += text[at + letter];
      at += run;
      any = true;
    } else {
      joined += text[at++];
    }
  }
  if (!any) return std::nullopt;
  return joined;
}

std::optional<std::string> unleeted(std::string_view text) {
  constexpr std::string_view digits = "013457$@";
  constexpr std::string_view letters = "oieastsa";
  constexpr std::size_t many = 3;  // words with both: all of the text is written so
  const auto is_part = [&](char c) { return is_letter(c) || digits.find(c) != digits.npos; };
  struct Word {
    std::size_t begin, end, letters;
  };
  std::vector<Word> mixed;
  for (std::size_t at = 0; at < text.size();) {
    Word word{at, at, 0};
    while (word.end < text.size() && is_part(text[word.end])) word.letters += is_letter(text[word.end++]) ? 1 : 0;
    if (word.letters > 0 && word.letters < word.end - word.begin) mixed.push_back(word);
    at = std::max(word.end, at + 1);
  }
  if (mixed.size() < many) std::erase_if(mixed, [](const Word& word) { return word.letters < 3; });
  if (mixed.empty()) return std::nullopt;
  std::string plain(text);
  for (const Word& word : mixed) {
    for (std::size_t i = word.begin; i < word.end; ++i) {
      if (const std::size_t digit = digits.find(text[i]); digit != digits.npos) plain[i] = letters[digit];
    }
  }
  return plain;
}

std::optional<std::string> unscrambled(std::string_view text) {
  std::string plain;
  bool any = false;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end == at) {
      plain += text[at++];
      continue;
    }
    const std::string_view word = text.substr(at, end - at);
    const std::string_view meant = meant_by(word);
    any = any || meant != word;
    plain += meant;
    at = end;
  }
  if (!any) return std::nullopt;
  return plain;
}

std::size_t spaced_codes(std::string_view text, std::size_t at, std::string& decoded) {
  constexpr std::size_t fewest = 12;  // characters: fewer cannot contain a command
  const auto code_of = [&](std::size_t begin, std::size_t digits, unsigned base) {
    const bool ends = begin + digits >= text.size() || is_separator(text[begin + digits]);
    return begin + digits <= text.size() && ends ? ascii_of(text.substr(begin, digits), base) : '\0';
  };
  const bool binary = code_of(at, 8, 2) != 0;
  const std::size_t digits = binary ? 8 : 2;
  decoded.clear();
  std::size_t end = at;
  for (std::size_t next = at; next < text.size();) {
    const char code = code_of(next, digits, binary ? 2 : 16);
    if (code == 0 || !can_be_read({&code, 1})) break;
    decoded += code;
    end = next = next + digits;
    while (next < text.size() && is_separator(text[next])) ++next;
  }
  return decoded.size() >= fewest ? end - at : 0;
}

std::optional<std::string> decoded_text(std::string_view word) {
  if (word.size() < shortest) return std::nullopt;
  for (const auto decode : {from_percent, from_hex, from_base64}) {
    auto text = decode(word);
    if (text && can_be_read(*text)) return text;
  }
  return std::nullopt;
}

}  // namespace interlock::gate
