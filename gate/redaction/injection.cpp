#include "gate/redaction/injection.h"

#include <algorithm>
#include <memory>
#include <optional>

#include <re2/filtered_re2.h>
#include <re2/re2.h>
#include <re2/set.h>

#include "gate/redaction/disguised_text.h"
#include "gate/redaction/encoded_text.h"
#include "gate/redaction/injection_rules.h"
#include "gate/redaction/language_signs.h"
#include "gate/redaction/reader_signs.h"
#include "gate/words/pattern_set.h"
#include "gate/words/phrase_trie.h"
#include "values/text.h"
#include "values/utf8.h"

namespace interlock::gate {
namespace {

constexpr std::size_t longest_sentence = 1024;  // a longer one is read in parts
constexpr std::size_t overlap = 512;            // of the parts, so that no rule's match is divided

RE2::Options options() {
  RE2::Options options;
  options.set_case_sensitive(false);
  options.set_dot_nl(true);
  options.set_log_errors(false);
  return options;
}

RE2::Options options_of_a_set() {
  RE2::Options of_each = options();
  of_each.set_max_mem(64 << 20);
  return of_each;
}

/// Rules for sentences. Each has words that a sentence must contain to match; nearly no sentence has all words of any
/// rule, and an automaton of all rules would make a new state for nearly every new character.
class Filtered {
 public:
  void add(const std::string& pattern) {
    int id = 0;
    filter_.Add(normalised_pattern(pattern), options(), &id);
  }
  void compile() {
    std::vector<std::string> words;
    filter_.Compile(&words);
    for (std::size_t i = 0; i < words.size(); ++i) words_.add(words[i], static_cast<PhraseTrie::Value>(i));
    words_.freeze();
  }

  /// The place of the first rule that matches, in the order of add(); -1 if none does.
  int first(const std::string& normal) const { return filter_.FirstMatch(normal, words_in(normal)); }
  /// The places of all that match.
  std::vector<int> all(const std::string& normal) const {
    std::vector<int> found;
    filter_.AllMatches(normal, words_in(normal), &found);
    return found;
  }

 private:
  static constexpr int shortest_word = 3;  // bytes

  std::vector<int> words_in(const std::string& normal) const {
    std::vector<int> seen;
    for (std::size_t at = 0; at < normal.size(); ++at) {
      words_.walk(normal, at, [&](PhraseTrie::Value word, std::size_t) { seen.push_back(static_cast<int>(word)); });
    }
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    return seen;
  }

  re2::FilteredRE2 filter_{shortest_word};
  PhraseTrie words_;
};

class SentenceRules {
 public:
  SentenceRules() {
    for (const InjectionRule& rule : rules_) wordings_.add(rule.pattern);
    wordings_.compile();
    for (const ReaderSignRule& rule : sign_rules_) signs_.add(rule.pattern);
    signs_.compile();
    for (const std::string& pattern : unspaced_patterns()) unspaced_.add(pattern);
    unspaced_.compile();
  }

  bool has_unspaced(const std::string& letters) const { return unspaced_.first(letters) >= 0; }

  std::optional<RedactionCategory> category_of(const std::string& normal) const {
    const auto category = category_as_written(normal);
    if (category != RedactionCategory::override_instructions) return category;
    // "Don't forget your rules" drops nothing; what else stands in the sentence may.
    std::string rest = normal;
    return RE2::GlobalReplace(&rest, reminder_, " ") > 0 ? category_as_written(rest) : category;
  }

 private:
  std::optional<RedactionCategory> category_as_written(const std::string& normal) const {
    const int first = wordings_.first(normal);
    if (first >= 0) return rules_[static_cast<std::size_t>(first)].category;
    std::vector<ReaderSign> signs;
    for (const int match : signs_.all(normal)) signs.push_back(sign_rules_[static_cast<std::size_t>(match)].sign);
    if (const auto category = weighed(signs)) return category;
    return language_signs_.category_of(normal);
  }

  std::vector<InjectionRule> rules_ = sentence_rules();
  std::vector<ReaderSignRule> sign_rules_ = reader_sign_rules();
  Filtered wordings_;
  Filtered signs_;
  Filtered unspaced_;
  LanguageSigns language_signs_;
  RE2 reminder_{normalised_pattern(std::string(reminder_pattern())), options()};
};

struct Rules {
  SentenceRules sentences;
  RE2::Set tokens{options_of_a_set(), RE2::UNANCHORED};
  std::vector<InjectionRule> of_tokens = token_rules();
  std::vector<std::unique_ptr<const RE2>> each_token;

  Rules() {
    for (const InjectionRule& rule : of_tokens) {
      tokens.Add(rule.pattern, nullptr);
      each_token.push_back(std::make_unique<const RE2>("(" + rule.pattern + ")", options()));
    }
    tokens.Compile();
  }
};

const Rules& rules() {
  static const Rules all;
  return all;
}

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

bool is_order_or_misspelt(const std::string& plain) {
  if (rules().sentences.category_of(plain)) return true;
  const auto spelt = unscrambled(plain);
  return spelt && rules().sentences.category_of(*spelt);
}

std::optional<RedactionCategory> category_of(std::string_view sentence) {
  const std::string normal = normalise(sentence, sentence.size()).text;
  if (const auto category = rules().sentences.category_of(normal)) return category;
  for (const auto decode :
       {without_percent, joined_letters, unleeted, unscrambled, without_marks, read_backwards, rotated}) {
    const auto plain = decode(normal);
    if (plain && is_order_or_misspelt(*plain)) return RedactionCategory::encoded_text;
  }
  const auto letters = letters_alone(normal);
  if (letters && rules().sentences.has_unspaced(*letters)) return RedactionCategory::encoded_text;
  return std::nullopt;
}

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/// The length of a sentence's end at `at`; 0 if the sentence continues.
std::size_t sentence_end(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == '<' || c == '>') return 1;
  const bool last = at + 1 == text.size();
  if (c == '.' || c == '!' || c == '?') return last || is_space(text[at + 1]) ? 1 : 0;
  if (c == '\n') return !last && (text[at + 1] == '\n' || text[at + 1] == '\r') ? 1 : 0;
  for (const std::string_view full_stop : {"。", "！", "？", "।"}) {
    if (text.substr(at, full_stop.size()) == full_stop) return full_stop.size();
  }
  return 0;
}

/// The place at or before `at` that is not inside a character.
std::size_t between_characters(std::string_view text, std::size_t at) {
  return utf8_prefix(text, at).size();
}

class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text) {}

  std::vector<Redaction> found() && {
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = sentence_end(text_, at);
      at += std::max<std::size_t>(end, 1);
      if (end == 0 && at < text_.size()) continue;
      sentence(begin, at);
      begin = at;
    }
    tokens();
    words();
    codes();
    escapes();
    return std::move(found_);
  }

 private:
  void sentence(std::size_t begin, std::size_t end) {
    while (end - begin > longest_sentence) {
      const std::size_t cut = begin + between_characters(text_.substr(begin), longest_sentence);
      whole(begin, cut);
      const std::size_t next = begin + between_characters(text_.substr(begin), longest_sentence - overlap);
      begin = next;
    }
    whole(begin, end);
  }

  void whole(std::size_t begin, std::size_t end) {
    while (begin < end && is_space(text_[begin])) ++begin;
    while (begin < end && is_space(text_[end - 1])) --end;
    const auto category = category_of(text_.substr(begin, end - begin));
    if (!category) return;
    // Lines of one sentence may be unrelated: those that match by themselves are enough.
    bool any = false;
    for (std::size_t line = begin; line < end;) {
      const std::size_t stop = std::min(text_.find('\n', line), end);
      if (stop - line < end - begin) {
        if (const auto own = category_of(text_.substr(line, stop - line))) {
          found_.push_back({*own, line, stop});
          any = true;
        }
      }
      line = stop + 1;
    }
    if (!any) found_.push_back({*category, begin, end});
  }

  void tokens() {
    RE2::Set::ErrorInfo error{RE2::Set::kNoError};
    if (!rules().tokens.Match(piece(text_), nullptr, &error) && error.kind == RE2::Set::kNoError) return;
    for (std::size_t index = 0; index < rules().each_token.size(); ++index) {
      re2::StringPiece rest = piece(text_);
      re2::StringPiece token;
      while (RE2::FindAndConsume(&rest, *rules().each_token[index], &token)) {
        const auto begin = static_cast<std::size_t>(token.data() - text_.data());
        found_.push_back({rules().of_tokens[index].category, begin, begin + token.size()});
      }
    }
  }

  void words() {
    const auto is_part = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             std::string_view("+/=_-%").find(c) != std::string_view::npos;
    };
    for (std::size_t at = 0; at < text_.size();) {
      if (!is_part(text_[at])) {
        ++at;
        continue;
      }
      const std::size_t begin = at;
      while (at < text_.size() && is_part(text_[at])) ++at;
      const std::string_view word = text_.substr(begin, at - begin);
      if (hides_command(word) || (value_of(word) != word && hides_command(value_of(word))))
        found_.push_back({RedactionCategory::encoded_text, begin, at});
    }
  }

  /// What stands behind the name of a parameter: "q=...".
  static std::string_view value_of(std::string_view word) {
    const std::size_t begin = word.find_first_not_of('=', std::min(word.find('='), word.size()));
    return begin == word.npos ? word : word.substr(begin);
  }

  /// Two layers of encoding are read, as of a parameter of an address that is base64.
  static bool hides_command(std::string_view word) {
    const auto decoded = decoded_text(word);
    if (!decoded) return false;
    if (!of_plain(*decoded).empty()) return true;
    const auto again = decoded_text(value_of(*decoded));
    return again && !of_plain(*again).empty();
  }

  /// Characters as numbers with spaces between them: "69 67 6e", "01101001 01100111".
  void codes() {
    std::string decoded;
    for (std::size_t at = 0; at < text_.size();) {
      const bool starts = at == 0 || is_space(text_[at - 1]);
      const std::size_t length = starts ? spaced_codes(text_, at, decoded) : 0;
      if (length > 0 && !of_plain(decoded).empty())
        found_.push_back({RedactionCategory::encoded_text, at, at + length});
      at += std::max<std::size_t>(length, 1);
    }
  }

  void escapes() {
    for (std::size_t at = 0; at < text_.size();) {
      if (is_space(text_[at])) {
        ++at;
        continue;
      }
      const std::size_t begin = at;
      bool any = false;
      for (; at < text_.size() && !is_space(text_[at]); ++at)
        any = any || text_.substr(at, 2) == "&#" || text_.substr(at, 2) == "\\x" || text_.substr(at, 2) == "\\u";
      if (!any) continue;
      const auto plain = unescaped_text(text_.substr(begin, at - begin));
      if (plain && !of_plain(*plain).empty()) found_.push_back({RedactionCategory::encoded_text, begin, at});
    }
  }

  /// What is found in a text that was decoded.
  static std::vector<Redaction> of_plain(std::string_view text) {
    Finder inner(text);
    inner.sentence(0, text.size());
    inner.tokens();
    return std::move(inner.found_);
  }

  std::string_view text_;
  std::vector<Redaction> found_;
};

}  // namespace

std::vector<Redaction> find_injections(std::string_view text) {
  return Finder(text).found();
}

void prepare_redaction() {
  (void)rules();
}

}  // namespace interlock::gate
