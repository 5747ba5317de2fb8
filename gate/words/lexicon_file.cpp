// Reads the word lists of gate/words/languages; their format is in the README there.
#include <algorithm>
#include <array>

#include "gate/words/lexicon.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

using Meaning = Lexicon::Meaning;

std::string_view stripped(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char by) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(by, from), text.size());
    parts.push_back(stripped(text.substr(from, to - from)));
    from = to + 1;
  }
  return parts;
}

/// "post (now|it|)" -> "post now", "post it", "post ".
std::vector<std::string> alternatives(const std::string& entry) {
  const std::size_t open = entry.find('(');
  const std::size_t close = open == std::string::npos ? open : entry.find(')', open);
  if (close == std::string::npos) return {entry};
  std::vector<std::string> all;
  for (std::string_view middle : split(std::string_view(entry).substr(open + 1, close - open - 1), '|')) {
    for (std::string& one : alternatives(entry.substr(0, open) + std::string(middle) + entry.substr(close + 1))) {
      all.push_back(std::move(one));
    }
  }
  return all;
}

struct LexiconKey {
  std::string_view name;
  Meaning meaning;
  Placement placement;  // unless the entry gives another
  bool by_order;        // ... or by the position of verbs in the language
};
constexpr std::array<LexiconKey, 17> keys = {{
    {"not", Meaning::not_at_all, Placement::any, false},
    {"harmless", Meaning::harmless, Placement::any, false},
    {"part", Meaning::part, Placement::any, false},
    {"agree", Meaning::agrees, Placement::whole, false},
    {"go on", Meaning::goes_on, Placement::whole, false},
    {"keep", Meaning::keeps, Placement::ends, true},
    {"ordinary", Meaning::ordinary, Placement::ends, true},
    {"leave", Meaning::leaves, Placement::whole, false},
    {"show", Meaning::shows, Placement::ends, true},
    {"post", Meaning::posts, Placement::whole, false},
    {"thing", Meaning::thing, Placement::any, false},
    {"change", Meaning::changes, Placement::ends, true},
    {"elsewhere", Meaning::elsewhere, Placement::any, false},
    {"replace", Meaning::replaces, Placement::whole, false},
    {"attend", Meaning::attends, Placement::whole, false},
    {"follow", Meaning::follows, Placement::whole, false},
    {"paper", Meaning::paper, Placement::any, false},
}};

}  // namespace

class LexiconFile {
 public:
  LexiconFile(Lexicon& into, std::string_view language, std::vector<LexiconError>& errors)
      : into_(into), language_(language), errors_(errors) {}

  void read(std::string_view text) {
    for (std::string_view raw : split(text, '\n')) {
      ++line_;
      const std::string_view line = stripped(raw.substr(0, raw.find('#')));
      if (line.empty()) continue;
      std::string_view entries = line;
      if (const std::size_t colon = line.find(':'); colon != line.npos) {
        key(stripped(line.substr(0, colon)));
        entries = line.substr(colon + 1);
      }
      for (std::string_view entry : split(entries, ',')) {
        if (!entry.empty()) one(entry);
      }
    }
  }

 private:
  void complain(std::string message) { errors_.push_back({std::string(language_), line_, std::move(message)}); }

  void key(std::string_view name) {
    flag_ = 0;
    order_key_ = name == "order";
    trie_ = &into_.labels_;
    sense_ = {};
    known_ = true;
    if (order_key_) return;
    constexpr std::array<std::pair<std::string_view, std::uint8_t>, 4> flags = {
        {{"skip", Lexicon::skipped}, {"opener", Lexicon::opener}, {"tail", Lexicon::tail}, {"and", Lexicon::joins}}};
    for (const auto& [word, flag] : flags) {
      if (name == word) {
        flag_ = flag;
        return;
      }
    }
    for (const LexiconKey& k : keys) {
      if (k.name != name) continue;
      sense_.meaning = k.meaning;
      sense_.placement = k.by_order ? order_ : k.placement;
      return;
    }
    if (name == "asks" || name == "reports" || name == "edits") {
      trie_ = &into_.texts_;
      sense_.meaning = name == "asks" ? Meaning::asks : name == "reports" ? Meaning::reports : Meaning::edits;
      return;
    }
    if (name == "page cart") {
      trie_ = &into_.pages_;
      sense_.category = Category::purchase;
      sense_.weak = true;
      return;
    }
    if (name == "page other") {
      trie_ = &into_.pages_;
      sense_.placement = Placement::any;
      sense_.meaning = Meaning::not_at_all;
      return;
    }
    sense_.placement = order_;
    if (name.starts_with("grave ")) {
      sense_.meaning = Meaning::grave;
      sense_.placement = Placement::any;
      name.remove_prefix(6);
    } else if (name.starts_with("says ")) {
      trie_ = &into_.texts_;
      sense_.placement = Placement::any;
      name.remove_prefix(5);
    } else if (name.starts_with("page ")) {
      trie_ = &into_.pages_;
      sense_.placement = Placement::any;
      name.remove_prefix(5);
    }
    const auto category = category_from_name(name);
    known_ = category.has_value();
    if (category) sense_.category = *category;
    if (!known_) complain("unknown list \"" + std::string(name) + "\"");
  }

  void one(std::string_view entry) {
    if (!known_) return;
    things_ = things_ || sense_.meaning == Meaning::thing;
    if (order_key_) return order(entry);
    if (flag_ != 0) {
      if (flag_ == Lexicon::joins) joined_by_ |= Lexicon::shared_join(entry);
      into_.flagged_[label_words(normalise(entry).text).text] |= flag_;
      return;
    }
    Lexicon::Sense sense = sense_;
    sense.joined_by = joined_by_;
    language_.copy(sense.language.data(), sense.language.size());
    bool anywhere = false;
    constexpr std::string_view marks = "=^$+~%&";
    while (!entry.empty() && marks.find(entry.front()) != marks.npos) {
      switch (entry.front()) {
        case '=':
          sense.placement = Placement::whole;
          break;
        case '^':
          sense.placement = Placement::start;
          break;
        case '$':
          sense.placement = Placement::end;
          break;
        case '+':
          sense.placement = Placement::any;
          anywhere = true;
          break;
        case '%':
          sense.leads = true;
          break;
        case '&':
          sense.object = true;
          break;
        default:
          sense.weak = true;
      }
      entry.remove_prefix(1);
    }
    const bool verb = sense.meaning == Meaning::consequence && sense.placement != Placement::any;
    const bool exception = sense.meaning == Meaning::not_at_all && !anywhere;
    for (const std::string& phrase : alternatives(std::string(entry))) {
      sense.bare = things_ && (exception || (verb && stripped(phrase).find(' ') == phrase.npos));
      into_.entries_.push_back({phrase, sense, trie_});
    }
  }

  void order(std::string_view word) {
    if (word == "start") {
      order_ = Placement::start;
    } else if (word == "end") {
      order_ = Placement::end;
    } else if (word == "ends") {
      order_ = Placement::ends;
    } else if (word == "any") {
      order_ = Placement::any;
    } else {
      complain("unknown order \"" + std::string(word) + "\"");
    }
  }

  Lexicon& into_;
  std::string_view language_;
  std::vector<LexiconError>& errors_;
  std::size_t line_ = 0;
  std::uint8_t flag_ = 0;
  std::uint8_t joined_by_ = 0;  // of the language's "and" lists so far, which stand above the verbs
  bool order_key_ = false;
  bool known_ = true;
  bool things_ = false;  // the language lists the objects that verbs are meant with
  Placement order_ = Placement::start;
  Lexicon::Sense sense_;
  PhraseTrie* trie_ = nullptr;
};

void Lexicon::add(std::string_view language, std::string_view text, std::vector<LexiconError>& errors) {
  LexiconFile(*this, language, errors).read(text);
}

void Lexicon::freeze() {
  for (const auto& [word, flags] : flagged_) words_.add(word, flags);
  flagged_.clear();
  words_.freeze();
  for (Entry& entry : entries_) {
    // As a label is read: normalised, and without the words that are skipped there.
    std::string phrase;
    const std::vector<std::string_view> parts = split(entry.phrase, ' ');
    for (std::size_t i = 0; i < parts.size(); ++i) {
      std::string_view part = parts[i];
      const bool rest = part.ends_with('*');
      if (rest) part.remove_suffix(1);
      const LabelWords words = label_words(normalise(part).text);
      const bool last = i + 1 == parts.size();
      const bool any_word = rest && part.empty() && !phrase.empty();
      if ((words.text.empty() && !any_word) || (!rest && !last && (flags_of(words.text) & skipped) != 0)) continue;
      if (!phrase.empty()) phrase += ' ';
      phrase += words.text;
      if (rest) phrase += PhraseTrie::rest_of_word;
    }
    entry.sense.free = ends_in_free_script(phrase);
    const auto same = std::find(own_senses_.begin(), own_senses_.end(), entry.sense);
    const auto number = static_cast<PhraseTrie::Value>(same - own_senses_.begin());
    if (same == own_senses_.end()) own_senses_.push_back(entry.sense);
    entry.trie->add(phrase, number);
  }
  entries_.clear();
  entries_.shrink_to_fit();
  labels_.freeze();
  texts_.freeze();
  pages_.freeze();
  senses_ = own_senses_;
}

}  // namespace interlock::gate
