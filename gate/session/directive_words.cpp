#include "gate/session/directive_words.h"

#include <algorithm>
#include <array>
#include <optional>

#include "values/ascii.h"
#include "values/text.h"
#include "values/utf8.h"

namespace interlock::gate {
namespace {

using Kind = RequestWord::Kind;

constexpr std::size_t max_words = 2048;
constexpr std::size_t longest_quote = 2000;  // bytes; a quotation mark without an end is an apostrophe or an inch

struct Quotes {
  std::string_view open;
  std::string_view close;
};
constexpr auto quotes =
    std::to_array<Quotes>({{"\"", "\""}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"`", "`"}, {"'", "'"}, {"‘", "’"}});

bool is_gap(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

/// Letters with apostrophes and hyphens among them. All else is no word of the language.
bool is_word(std::string_view text) {
  return !text.empty() && is_of_word(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_of_word(c) || c == '\'' || c == '-'; });
}

class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  std::vector<RequestWord> read() && {
    while (at_ < text_.size() && words_.size() < max_words) {
      const char c = text_[at_];
      if (is_gap(c)) {
        ++at_;
      } else if (const std::size_t quoted = quotation(); quoted != 0) {
        add(Kind::object);
        at_ += quoted;
      } else if (const auto mark = mark_at(at_)) {
        add(*mark);
        if (*mark == Kind::stop && (c == '?' || c == ':')) words_.back().text = c;
        ++at_;
      } else {
        chunk();
      }
    }
    return std::move(words_);
  }

 private:
  void add(Kind kind) { words_.push_back({kind, false, {}}); }

  /// The size of the quotation that begins here; 0 if none does.
  std::size_t quotation() const {
    const std::string_view rest = text_.substr(at_, longest_quote);
    for (const Quotes& pair : quotes) {
      if (!rest.starts_with(pair.open)) continue;
      std::size_t end = rest.find(pair.close, pair.open.size());
      // An apostrophe within a word ends nothing.
      while (end != rest.npos && pair.open == "'" && end + 1 < rest.size() && is_of_word(rest[end + 1]))
        end = rest.find(pair.close, end + 1);
      if (end != rest.npos) return end + pair.close.size();
    }
    return 0;
  }

  /// The mark that ends a clause or sentence at `at`. A dot or colon within a word does not.
  std::optional<Kind> mark_at(std::size_t at) const {
    const char c = text_[at];
    const bool last = at + 1 == text_.size() || is_gap(text_[at + 1]) || text_[at + 1] == '\n' || text_[at + 1] == '"';
    if (c == '\n' || c == '!' || c == '?' || c == ';') return Kind::stop;
    if ((c == '.' || c == ':') && last) return Kind::stop;
    if (c == ',' || c == '(' || c == ')') return Kind::comma;
    return std::nullopt;
  }

  void chunk() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_gap(text_[at_]) && !mark_at(at_)) ++at_;
    std::string_view word = text_.substr(begin, at_ - begin);
    while (!word.empty() && (word.front() == '-' || word.front() == '*' || word.front() == '"')) word.remove_prefix(1);
    while (!word.empty() && (word.back() == '-' || word.back() == '*' || word.back() == '"' || word.back() == '\''))
      word.remove_suffix(1);
    if (word.empty()) return;
    if (!is_word(word)) return add(Kind::object);
    const bool capital = word.front() >= 'A' && word.front() <= 'Z';
    words_.push_back({Kind::word, capital, lower(word)});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<RequestWord> words_;
};

}  // namespace

std::vector<RequestWord> request_words(std::string_view text) {
  std::string plain(utf8_prefix(text, max_target_text));
  // One apostrophe for both, but as a quotation mark only if it opens a quotation.
  for (std::size_t at = plain.find("’"); at != plain.npos; at = plain.find("’", at + 1)) {
    const std::size_t behind = at + std::string_view("’").size();
    if (at > 0 && is_of_word(plain[at - 1]) && behind < plain.size() && is_of_word(plain[behind]))
      plain.replace(at, behind - at, "'");
  }
  return Words(plain).read();
}

}  // namespace interlock::gate
