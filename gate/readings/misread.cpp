#include "gate/readings/misread.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/utf8.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

#include "gate/words/label_words.h"
#include "gate/words/lexicon.h"

namespace interlock::gate {

namespace {

constexpr std::size_t most_results = 64;
/// How much the letters of a phrase say for one error in it: six letters of an alphabet, four kana, three others.
constexpr std::size_t weight_per_error = 12;
constexpr char32_t blank = U' ';

/// Pairs that are one letter to a reader of pixels: Cyrillic and Greek look-alikes of Latin letters, and digits.
constexpr auto look_alikes = std::to_array<std::pair<char32_t, char32_t>>(
    {{U'а', U'a'}, {U'в', U'b'}, {U'е', U'e'}, {U'к', U'k'}, {U'м', U'm'}, {U'н', U'h'}, {U'о', U'o'},
     {U'р', U'p'}, {U'с', U'c'}, {U'т', U't'}, {U'у', U'y'}, {U'х', U'x'}, {U'і', U'l'}, {U'ј', U'j'},
     {U'ѕ', U's'}, {U'α', U'a'}, {U'ο', U'o'}, {U'ρ', U'p'}, {U'ι', U'l'}, {U'ν', U'v'}, {U'i', U'l'},
     {U'ı', U'l'}, {U'1', U'l'}, {U'|', U'l'}, {U'!', U'l'}, {U'0', U'o'}, {U'5', U's'}, {U'8', U'b'},
     {U'6', U'b'}, {U'ß', U'b'}, {U'ø', U'o'}, {U'ł', U'l'}, {U'đ', U'd'}, {U'ü', U'u'}, {U'з', U'3'}});

/// The letter without its accents, as the one that all its look-alikes become.
char32_t folded(char32_t letter) {
  UErrorCode failed = U_ZERO_ERROR;
  const UNormalizer2* decomposing = unorm2_getNFDInstance(&failed);
  std::array<UChar, 8> parts{};
  while (U_SUCCESS(failed) && letter > 0x7F && (letter < 0xAC00 || letter > 0xD7A3)) {
    const std::int32_t length = unorm2_getRawDecomposition(decomposing, static_cast<UChar32>(letter), parts.data(),
                                                           static_cast<std::int32_t>(parts.size()), &failed);
    if (length <= 0 || U_FAILURE(failed)) break;
    letter = static_cast<char32_t>(parts[0]);  // all letters with accents are of the first plane
  }
  const auto same =
      std::find_if(look_alikes.begin(), look_alikes.end(), [&](const auto& pair) { return pair.first == letter; });
  return same == look_alikes.end() ? letter : same->second;
}

bool is_wide(char32_t letter) {
  return letter >= 0x2E80 && letter <= 0xFFDC;  // CJK and Hangul
}

bool is_katakana(char32_t letter) {
  return letter >= 0x30A0 && letter <= 0x30FF;
}

/// Each says more than a letter of an alphabet, and less than a Chinese character.
bool is_kana(char32_t letter) {
  return (letter >= 0x3040 && letter <= 0x309F) || is_katakana(letter);
}

bool is_latin(char32_t letter) {
  return letter >= U'a' && letter <= U'z';
}

/// Letters that differ by a stroke, as capitals or as small letters.
constexpr auto similar_shapes = std::to_array<std::u32string_view>(
    {U"aoecs", U"ceogqd", U"gqys", U"bhk", U"berpf", U"nhur", U"mn", U"vywux", U"iltfjr", U"sgez", U"kxh"});

bool is_similar(char32_t one, char32_t other) {
  return std::any_of(similar_shapes.begin(), similar_shapes.end(), [&](std::u32string_view shapes) {
    return shapes.find(one) != shapes.npos && shapes.find(other) != shapes.npos;
  });
}

/// Letters that look like two others beside each other, all folded: "entfernen" is read as "entfemen", "kündigen" as
/// "kiindigen". For a reader of any sureness that is one error.
constexpr auto double_shapes = std::to_array<std::pair<char32_t, std::u32string_view>>({{U'm', U"rn"},
                                                                                        {U'm', U"nn"},
                                                                                        {U'm', U"ln"},
                                                                                        {U'm', U"nl"},
                                                                                        {U'n', U"rl"},
                                                                                        {U'n', U"ll"},
                                                                                        {U'u', U"ll"},
                                                                                        {U'u', U"lj"},
                                                                                        {U'y', U"lj"},
                                                                                        {U'w', U"vv"},
                                                                                        {U'w', U"uu"},
                                                                                        {U'd', U"cl"},
                                                                                        {U'a', U"cl"},
                                                                                        {U'b', U"lo"},
                                                                                        {U'h', U"ll"},
                                                                                        {U'k', U"lc"},
                                                                                        {U'ы', U"ьl"},
                                                                                        {U'ю', U"lo"}});

bool looks_like(char32_t one, char32_t first, char32_t second) {
  return std::any_of(double_shapes.begin(), double_shapes.end(), [&](const auto& pair) {
    return pair.first == one && pair.second[0] == first && pair.second[1] == second;
  });
}

/// Two letters whose strokes, beside each other, are those of two others: "überweisen" is read as "übenveisen".
constexpr auto pair_shapes = std::to_array<std::pair<std::u32string_view, std::u32string_view>>(
    {{U"rw", U"nv"}, {U"rm", U"nn"}, {U"rn", U"nl"}, {U"ru", U"nl"}});

bool look_alike(std::array<char32_t, 2> one, std::array<char32_t, 2> other) {
  const std::u32string_view first(one.data(), 2), second(other.data(), 2);
  return std::any_of(pair_shapes.begin(), pair_shapes.end(), [&](const auto& pair) {
    return (pair.first == first && pair.second == second) || (pair.first == second && pair.second == first);
  });
}

bool is_thin(char32_t letter) {
  return std::u32string_view(U"iltfj").find(letter) != std::u32string_view::npos;
}

/// One letter of a text: folded, and where it stands.
struct Letter {
  char32_t letter = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<Letter> letters_of(std::string_view text) {
  std::vector<Letter> letters;
  const auto size = static_cast<std::int32_t>(text.size());
  for (std::int32_t at = 0; at < size;) {
    const std::int32_t begin = at;
    UChar32 code = 0;
    U8_NEXT(text.data(), at, size, code);
    if (code < 0 || u_getCombiningClass(code) != 0) continue;
    letters.push_back(
        {folded(static_cast<char32_t>(code)), static_cast<std::size_t>(begin), static_cast<std::size_t>(at)});
  }
  return letters;
}

/// Whether a word may begin at a letter that has another one before it: at Chinese characters and at the first katakana
/// of several, which write foreign words.
bool begins_word(const std::vector<Letter>& letters, std::size_t at) {
  const char32_t letter = letters[at].letter;
  return is_wide(letter) && !(at > 0 && is_katakana(letter) && is_katakana(letters[at - 1].letter));
}

/// Word lists in Cyrillic letters, and in others that are not Latin ones either (gate/words/languages).
constexpr auto cyrillic = std::to_array<std::string_view>({"bg", "ru", "sr", "uk"});
constexpr auto in_other_letters =
    std::to_array<std::string_view>({"ar", "bn", "el", "fa", "he", "hi", "ja", "ko", "ta", "th", "ur", "zh"});

template <std::size_t size>
bool has(const std::array<std::string_view, size>& list, std::string_view language) {
  return std::find(list.begin(), list.end(), language) != list.end();
}

/// Walks the phrases of a list and compares each with the label from one of its words on (Levenshtein's distance, row
/// by row; blanks cost nothing, and two letters may stand for one). A branch ends where it has more errors than its
/// letters allow.
class PhraseComparison {
 public:
  struct Near {
    std::string phrase;
    std::size_t begin;  ///< the part of the label that it resembles
    std::size_t end;
  };

  PhraseComparison(const Lexicon::Parts& lists, const std::vector<Letter>& letters, const Reader& reader)
      : lists_(lists), letters_(letters), reader_(reader), certain_(reader.certain) {}

  std::vector<Near> from(std::size_t first) {
    first_ = first;
    found_.clear();
    Row row(letters_.size() - first + 1);
    row[0] = 0;
    for (std::size_t i = 1; i < row.size(); ++i) row[i] = add(row[i - 1], cost(letters_[first_ + i - 1].letter));
    if (!lists_.labels.nodes.empty()) visit(0, row, {});
    return std::move(found_);
  }

 private:
  using Row = std::vector<std::uint8_t>;
  /// What of a phrase was walked.
  struct Walked {
    std::string text;
    std::string pending;  ///< bytes of a letter that is not complete
    std::size_t weight = 0;
    char32_t last = 0;     ///< its last letter
    Row before_last = {};  ///< the row before that
  };

  static std::uint8_t add(std::uint8_t one, std::uint8_t more) {
    constexpr unsigned most = 200;
    return static_cast<std::uint8_t>(std::min(most, unsigned{one} + more));
  }
  /// Of a letter that was lost, or read where there is none.
  std::uint8_t cost(char32_t letter) const {
    if (letter == blank) return 0;
    return certain_ && (is_wide(letter) || (is_latin(letter) && !is_thin(letter))) ? 2 : 1;
  }
  /// Of a letter that was read for another one.
  std::uint8_t cost(char32_t one, char32_t other) const {
    if (one == other) return 0;
    const bool unlike = is_latin(one) && is_latin(other) && !is_similar(one, other);
    return certain_ && (unlike || is_wide(one) || is_wide(other)) ? 2 : 1;
  }

  bool word_ends(std::size_t at) const {
    const std::size_t i = first_ + at;
    return i == letters_.size() || letters_[i].letter == blank || begins_word(letters_, i);
  }

  Row after(const Row& row, const Walked& walked, char32_t letter) const {
    Row next(row.size());
    next[0] = add(row[0], cost(letter));
    for (std::size_t i = 1; i < row.size(); ++i) {
      const char32_t mine = letters_[first_ + i - 1].letter;
      const auto changed = add(row[i - 1], cost(mine, letter));
      next[i] = std::min({changed, add(next[i - 1], cost(mine)), add(row[i], cost(letter))});
      const bool split = i >= 2 && looks_like(letter, letters_[first_ + i - 2].letter, mine);
      if (split) next[i] = std::min(next[i], add(row[i - 2], 1));
      const bool joined = !walked.before_last.empty() && looks_like(mine, walked.last, letter);
      if (joined) next[i] = std::min(next[i], add(walked.before_last[i - 1], 1));
      const bool shared = i >= 2 && !walked.before_last.empty() &&
                          look_alike({walked.last, letter}, {letters_[first_ + i - 2].letter, mine});
      if (shared) next[i] = std::min(next[i], add(walked.before_last[i - 2], 1));
    }
    return next;
  }

  /// The rest of a word costs nothing.
  Row rest_of_word(const Row& row) const {
    Row next(row.size(), 200);
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::size_t end = i;
      while (!word_ends(end)) ++end;
      next[end] = std::min(next[end], row[i]);
    }
    return next;
  }

  bool matters(PhraseTrie::Value value) const {
    const auto meaning = lists_.senses[value].meaning;
    return meaning == Lexicon::Meaning::consequence || meaning == Lexicon::Meaning::agrees ||
           meaning == Lexicon::Meaning::goes_on;
  }

  /// Whether the reader may have made other errors in phrases of the language than losing accents. Letters of another
  /// alphabet than the languages' say that the label is in none of these.
  bool is_possible(std::string_view language) const {
    const auto& known = reader_.languages;
    if (!certain_ || known.empty() || language == "en") return true;
    if (std::find(known.begin(), known.end(), language) != known.end()) return true;
    if (has(cyrillic, language)) {
      return std::none_of(known.begin(), known.end(), [](const std::string& each) { return has(cyrillic, each); });
    }
    return has(in_other_letters, language);
  }

  void take(const Row& row, const Walked& walked, bool with_errors) {
    const std::size_t most = with_errors ? walked.weight / weight_per_error : 0;
    std::size_t best = 0;
    for (std::size_t i = 1; i < row.size(); ++i) {
      if (row[i] <= most && word_ends(i) && (best == 0 || row[i] < row[best])) best = i;
    }
    if (best == 0) return;
    found_.push_back({walked.text, letters_[first_].begin, letters_[first_ + best - 1].end});
  }

  /// `bytes` complete letters or begin one.
  bool walk(Row& row, Walked& walked, std::string_view bytes) const {
    for (const char byte : bytes) {
      walked.text += byte;
      walked.pending += byte;
      std::int32_t at = 0;
      UChar32 code = 0;
      const auto size = static_cast<std::int32_t>(walked.pending.size());
      U8_NEXT(walked.pending.data(), at, size, code);
      if (code < 0) {
        if (walked.pending.size() >= 4) return false;
        continue;
      }
      walked.pending.clear();
      if (u_getCombiningClass(code) != 0) continue;
      const auto letter = static_cast<char32_t>(code);
      Row next = after(row, walked, folded(letter));
      walked.before_last = std::exchange(row, std::move(next));
      walked.last = folded(letter);
      walked.weight += letter == blank ? 0 : !is_wide(letter) ? 2 : is_kana(letter) ? 3 : 4;
      if (*std::min_element(row.begin(), row.end()) > walked.weight / weight_per_error + 1) return false;
    }
    return true;
  }

  void visit(std::uint32_t at, const Row& row, const Walked& walked) {
    const PhraseTrie::Node& node = lists_.labels.nodes[at];
    bool any = false, with_errors = false;
    for (std::uint32_t i = 0; i < node.value_count; ++i) {
      const PhraseTrie::Value value = lists_.labels.values[node.values + i];
      if (!matters(value)) continue;
      const auto& language = lists_.senses[value].language;
      any = true;
      with_errors = with_errors || is_possible({language.data(), language.size()});
    }
    if (any) take(row, walked, with_errors);
    for (std::uint32_t i = 0; i < node.edge_count; ++i) {
      const auto byte = static_cast<char>(lists_.labels.bytes[node.edges + i]);
      const PhraseTrie::Edge& edge = lists_.labels.edges[node.edges + i];
      if (byte == PhraseTrie::rest_of_word) {
        Walked rest = walked;
        rest.before_last.clear();
        visit(edge.target, rest_of_word(row), rest);
        continue;
      }
      Row next = row;
      Walked more = walked;
      const std::string bytes = byte + std::string(lists_.labels.rests.substr(edge.rest, edge.size));
      if (walk(next, more, bytes)) visit(edge.target, next, more);
    }
  }

  const Lexicon::Parts lists_;
  const std::vector<Letter>& letters_;
  const Reader& reader_;
  const bool certain_;
  std::size_t first_ = 0;
  std::vector<Near> found_;
};

}  // namespace

std::size_t letter_count(std::string_view text) {
  std::size_t count = 0;
  const auto size = static_cast<std::int32_t>(text.size());
  for (std::int32_t at = 0; at < size;) {
    UChar32 code = 0;
    U8_NEXT(text.data(), at, size, code);
    if (code >= 0 && u_isalpha(code) != 0) count += is_wide(static_cast<char32_t>(code)) ? 2 : 1;
  }
  return count;
}

bool has_wide_letters(std::string_view text) {
  const auto size = static_cast<std::int32_t>(text.size());
  for (std::int32_t at = 0; at < size;) {
    UChar32 code = 0;
    U8_NEXT(text.data(), at, size, code);
    if (code >= 0 && u_isalpha(code) != 0 && is_wide(static_cast<char32_t>(code))) return true;
  }
  return false;
}

namespace {

/// The words as they were read have the consequence of the phrase: one of its other forms. Chinese words have no other
/// forms.
bool is_other_form(std::string_view read, std::string_view phrase) {
  if (has_wide_letters(read)) return false;
  const auto category = lexicon().read_label(read).category;
  return category && category == lexicon().read_label(phrase).category;
}

}  // namespace

std::vector<std::string> misreadings(std::string_view normal, const Reader& reader) {
  constexpr std::size_t longest = 48;  // letters; longer texts are no labels
  const std::string text = label_words(normal).text;
  std::vector<Letter> letters = letters_of(text);
  if (letters.size() > longest) letters.resize(longest);
  std::set<std::string> results;
  PhraseComparison comparison(lexicon().parts(), letters, reader);
  for (std::size_t first = 0; first < letters.size(); ++first) {
    const bool begins = first == 0 || letters[first - 1].letter == blank || begins_word(letters, first);
    if (!begins || letters[first].letter == blank) continue;
    for (const auto& near : comparison.from(first)) {
      if (is_other_form(text.substr(near.begin, near.end - near.begin), near.phrase)) continue;
      const std::string before = text.substr(0, near.begin);
      const std::string behind = text.substr(near.end);
      std::string reading = before + near.phrase + behind;
      if (reading != text && results.size() < most_results) results.insert(std::move(reading));
    }
  }
  return {results.begin(), results.end()};
}

}  // namespace interlock::gate
