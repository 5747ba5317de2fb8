#include "gate/secrets/field_words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "gate/secrets/field_pairs.h"
#include "gate/secrets/field_terms.h"
#include "gate/words/label_words.h"
#include "gate/words/phrase_trie.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

constexpr PhraseTrie::Value other = 0;
constexpr PhraseTrie::Value perhaps = 1;
constexpr PhraseTrie::Value secret = 2;
constexpr PhraseTrie::Value kind_mask = 3;
constexpr PhraseTrie::Value identifiers_only = 4;
constexpr PhraseTrie::Value whole_label = 8;
constexpr PhraseTrie::Value names_user = 16;
constexpr PhraseTrie::Value last_noun = 32;

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";

enum class Source : std::uint8_t { label, dialog, identifier };

std::string_view stripped(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// A phrase in the form in which a label is read.
std::string as_read(std::string_view phrase) {
  const bool rest = phrase.ends_with('*');
  if (rest) phrase.remove_suffix(1);
  std::string words = label_words(normalise(phrase).text).text;
  if (rest) words += PhraseTrie::rest_of_word;
  return words;
}

struct Terms {
  PhraseTrie phrases;  // from the beginning of a word
  PhraseTrie inside;   // from any place in a word

  Terms() {
    add(field_terms::secret, secret);
    add(field_terms::payment, secret);
    add(field_terms::perhaps, perhaps);
    add(field_terms::other, other);
    add(field_terms::user, other | names_user);
    phrases.freeze();
    inside.freeze();
  }

  void add(std::string_view list, PhraseTrie::Value kind) {
    while (!list.empty()) {
      const std::size_t end = std::min(list.find_first_of(",\n"), list.size());
      std::string_view term = stripped(list.substr(0, end));
      list.remove_prefix(std::min(end + 1, list.size()));
      if (term.empty() || term.front() == '#') continue;
      const char mark = term.front();
      if (mark == '+' || mark == '.' || mark == '=' || mark == '$') term.remove_prefix(1);
      const std::string phrase = as_read(term);
      phrases.add(phrase, kind | (mark == '.' ? identifiers_only : 0U) | (mark == '=' ? whole_label : 0U) |
                              (mark == '$' ? last_noun : 0U));
      if (mark == '+') inside.add(phrase, kind);
    }
  }
};

const Terms& terms() {
  static const Terms all;
  return all;
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// "userAPIKey2" -> "user API Key 2".
std::string split_identifier(std::string_view text) {
  std::string split;
  split.reserve(text.size() + 8);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i != 0) {
      const char before = text[i - 1];
      const bool hump = is_lower(before) && is_upper(text[i]);
      const bool end_of_capitals =
          is_upper(before) && is_upper(text[i]) && i + 1 < text.size() && is_lower(text[i + 1]);
      const bool digits = is_digit(before) != is_digit(text[i]) && before != ' ' && text[i] != ' ';
      if (hump || end_of_capitals || digits) split += ' ';
    }
    split += text[i];
  }
  return split;
}

/// "P_assword", "Confi&rm": removes the mark of a mnemonic that its toolkit left in.
std::string without_mnemonic(std::string_view text, std::size_t mark) {
  std::string plain(text.substr(0, mark));
  return plain += text.substr(mark + 1);
}

class Reader {
 public:
  explicit Reader(Source source) : source_(source) {}

  FieldWords read(std::string_view text) {
    const Text normal = normalise(text);
    const LabelWords words = label_words(normal.text);
    for (std::size_t i = 0; i < words.words.size();) {
      const Word& word = words.words[i];
      if (word.clause && settled()) break;
      const std::size_t end = at(words, word);
      if (source_ == Source::label && (i == 0 || word.clause)) by_pair(words, i);
      ++i;
      while (i < words.words.size() && words.words[i].begin < end) ++i;
    }
    return std::move(found_);
  }

 private:
  /// A label is read up to the end of the clause that names its purpose.
  bool settled() const { return source_ == Source::label && found_.found_any(); }

  /// Matches the longest phrase at `word`, else a part of a compound; returns where it ends.
  std::size_t at(const LabelWords& words, const Word& word) {
    const std::string_view text = words.text;
    std::size_t best_end = 0;
    PhraseTrie::Value best = other;
    const auto take = [&](PhraseTrie::Value value, std::size_t end) {
      if (end < best_end || (end == best_end && (value & kind_mask) <= (best & kind_mask))) return;
      best_end = end;
      best = value;
    };
    terms().phrases.walk(text, word.begin, [&](PhraseTrie::Value value, std::size_t end) {
      const bool ends =
          end >= text.size() || text[end] == ' ' || ends_in_free_script(text.substr(word.begin, end - word.begin));
      if (!ends) return;
      if ((value & identifiers_only) != 0 && source_ != Source::identifier) return;
      if ((value & whole_label) != 0 && (word.begin != 0 || end != text.size())) return;
      if ((value & last_noun) != 0 && source_ != Source::identifier && describes_next(words, end)) return;
      take(value, end);
    });
    if (best_end == 0 && !word.inside) {
      for (std::size_t begin = word.begin; begin < word.end && best_end == 0; ++begin) {
        terms().inside.walk(text, begin, [&](PhraseTrie::Value value, std::size_t end) { take(value, end); });
      }
    }
    if (best_end != 0) say(best, text.substr(word.begin, best_end - word.begin));
    return best_end;
  }

  /// Whether the word behind `end` is the noun that the phrase only describes: "PIN cushion", not "PIN for the card".
  static bool describes_next(const LabelWords& words, std::size_t end) {
    const auto next =
        std::find_if(words.words.begin(), words.words.end(), [&](const Word& w) { return w.begin > end; });
    if (next == words.words.end() || next->clause || next->number) return false;
    static constexpr auto links = std::to_array<std::string_view>(
        {"again",  "and",   "av",       "below",    "code", "confirmation", "de",     "del",
         "della",  "der",   "des",      "do",       "du",   "eingeben",     "et",     "field",
         "for",    "fra",   "from",     "fur",      "here", "in",           "is",     "kod",
         "kode",   "koder", "koodi",    "muss",     "must", "no",           "number", "o",
         "oder",   "of",    "on",       "optional", "or",   "ou",           "para",   "per",
         "please", "pour",  "required", "string",   "text", "that",         "til",    "to",
         "u",      "und",   "value",    "van",      "von",  "which",        "with",   "y",
         "you",    "your",  "z",        "ze"});
    const auto word = std::string_view(words.text).substr(next->begin, next->end - next->begin);
    return std::find(links.begin(), links.end(), word) == links.end() && word.find_first_not_of(letters) == word.npos;
  }

  void by_pair(const LabelWords& words, std::size_t first) {
    if (found_.secret || !pair_names_secret(words, first)) return;
    found_.secret = true;
    found_.words = words.text;
  }

  void say(PhraseTrie::Value value, std::string_view words) {
    const auto kind = value & kind_mask;
    if (source_ == Source::identifier) found_ = {};
    found_.other |= kind == other;
    found_.user |= (value & names_user) != 0;
    if (kind == secret && !found_.secret) found_.words = words;
    if (kind == perhaps && !found_.secret && !found_.perhaps) found_.words = words;
    found_.secret |= kind == secret;
    found_.perhaps |= kind == perhaps;
  }

  Source source_;
  FieldWords found_;
};

}  // namespace

FieldWords read_field_label(std::string_view label) {
  FieldWords words = Reader(Source::label).read(label);
  if (words.secret) return words;
  if (const std::size_t mark = label.find_first_of("_&"); mark != label.npos && label.rfind(label[mark]) == mark) {
    FieldWords plain = Reader(Source::label).read(without_mnemonic(label, mark));
    if (plain.secret || !words.found_any()) words = std::move(plain);
  }
  // A control without a label often has its program name as its name.
  if (!words.found_any() && label.find(' ') == label.npos) return read_field_identifier(label);
  return words;
}

FieldWords read_field_dialog(std::string_view text) {
  return Reader(Source::dialog).read(text);
}

FieldWords read_field_identifier(std::string_view identifier) {
  return Reader(Source::identifier).read(split_identifier(identifier));
}

}  // namespace interlock::gate
