/// What labels say, in many languages at once: the word lists of gate/words/languages, compiled. The format of those
/// files is in gate/words/languages/README.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gate/words/category.h"
#include "gate/words/label_words.h"
#include "gate/words/phrase_trie.h"

namespace interlock::gate {

/// What a label comes to.
struct LabelReading {
  std::optional<Category> category;  ///< what pressing it would do, by its own words
  std::string words;                 ///< the words that say so, as they were read
  bool agrees = false;               ///< generic: OK, Yes, Confirm, Apply, Accept
  bool goes_on = false;              ///< generic: Continue, Next, Done, Close
  bool keeps = false;                ///< Save, Update, Change: harmless but on a page about an account
  bool ordinary = false;             ///< what harmless forms are handed in with: Search, Log in, Filter, Next
  bool leaves = false;               ///< Cancel, Back, No: takes nothing on
  bool leads = false;                ///< as a link it only leads to the page where it is done: Register, Subscribe
  bool shows = false;                ///< only shows or finds something: View, Details, Help, Copy, Browse
  bool excepted = false;             ///< a list says that it only looks like a consequence
  bool posts = false;                ///< publishes what was written, if the button stands at a field: Comment, Reply
  bool part = false;                 ///< names parts of a document alone: rows, slides, layers
  bool thing = false;                ///< names an object that may lie outside of a document: file, account
  bool elsewhere = false;            ///< names an object that surely does, which no editor brings back: disk, account
  bool replaces = false;             ///< puts one text in the place of another: Replace all
  bool attends = false;              ///< in a meeting, only comes and goes: Join, Leave
  bool follows = false;              ///< for a record of a tracker, only asks for its news: Subscribe
  bool paper = false;                ///< names one's own papers, which a page hands out: invoice, statement, PDF
  std::optional<Category> grave;     ///< names an object that matters whatever is done with it: firewall, remote login
  bool weak = false;                 ///< the category comes from a verb that is harmless with harmless objects: Remove
  /// The category comes from a verb alone and the label goes on with words that no list knows, as titles do: "Kill
  /// Bill".
  bool title = false;
};

/// What a dialog's text says.
struct MessageReading {
  std::optional<Category> category;  ///< what it says will happen, or happened
  std::string words;                 ///< the words that say so
  bool asks = false;                 ///< it asks or announces: "Are you sure?", "will be", "cannot be undone"
  bool reports = false;              ///< it reports what has happened or did not: "was sent", "failed"
  bool edits = false;                ///< it searches and replaces in a text: "Replace with:"
};

/// A mistake in a word list; a test holds that the lists have none.
struct LexiconError {
  std::string language;
  std::size_t line = 0;
  std::string message;
};

/// How a phrase must stand in a label to count.
enum class Placement : std::uint8_t { whole, start, end, ends, any };

class Lexicon {
 public:
  struct Parts;

  Lexicon() = default;
  /// Of constant data: what another one consists of, compiled in.
  explicit Lexicon(const Parts& parts);

  /// Adds a language's word lists.
  void add(std::string_view language, std::string_view text, std::vector<LexiconError>& errors);
  void freeze();
  /// What it consists of after freeze(); valid as long as the lexicon.
  Parts parts() const;

  /// A control's label, normalised.
  LabelReading read_label(std::string_view normal) const;
  /// What a dialog's text, or an agent's stated intent, says will happen; normalised.
  std::optional<Category> read_text(std::string_view normal, std::string& words) const;
  /// What a dialog's text says, normalised.
  MessageReading read_message(std::string_view normal) const;
  /// What a page is about by its title or address, normalised: purchase, delete, account, ...
  std::optional<Category> read_page(std::string_view normal) const;
  /// A page that only collects what may be bought later, by its title and address: a cart, and nothing about paying.
  bool is_cart(std::string_view normal) const;

  /// Whether a normalised word is an article or possessive, and no "and" in any language: labels and texts are read
  /// without them, unless they stand at the end.
  bool is_article(std::string_view word) const;

  /// The part of a list that a phrase stands in.
  enum class Meaning : std::uint8_t {
    consequence,
    not_at_all,
    harmless,
    agrees,
    goes_on,
    keeps,
    ordinary,
    leaves,
    shows,
    posts,
    part,       ///< a part of a document, whose editor takes its deletion back: row, slide, layer
    thing,      ///< an object that says that its verb is meant: account, file, message
    elsewhere,  ///< an object outside of any document: disk, account, project
    replaces,
    attends,
    follows,
    paper,    ///< what a page hands out to whom it belongs: invoice, statement
    changes,  ///< a verb that has a consequence with a grave object alone: add, create, enable
    grave,    ///< such an object: access key, administrator
    asks,
    reports,
    edits,
  };
  struct Sense {
    Meaning meaning = Meaning::consequence;
    Category category = Category::confirm;
    Placement placement = Placement::any;
    bool weak = false;    ///< no consequence if the label names a harmless object
    bool leads = false;   ///< as a link it only leads to the page where it is done
    bool object = false;  ///< counts only with an object: "Cancel order", not "Cancel"
    /// In a language that lists things: one word, which other objects may make a title of; or an exception, which
    /// counts in a text only at the start of a sentence.
    bool bare = false;
    bool free = false;  ///< written without spaces: need not end at the end of a word
    /// Which of `shared_joins` are an "and" in the sense's language, one bit each.
    std::uint8_t joined_by = 0;
    std::array<char, 2> language{};  ///< whose list it stands in: {'d', 'e'}
    bool operator==(const Sense&) const = default;
  };

 private:
  enum WordFlag : std::uint8_t { skipped = 1, opener = 2, tail = 4, joins = 8 };
  /// Words that are an article in one language and "and" or "or" in another. They are dropped as articles; behind them
  /// the verbs of the language in which they join may open a clause: "Valider et supprimer", "Opslaan en verwijderen".
  static constexpr std::array<std::string_view, 5> shared_joins = {"a", "en", "et", "i", "o"};
  static std::uint8_t shared_join(std::string_view word);
  struct Place {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool starts = false;      // a verb may stand here to open the label or a clause
    bool first = false;       // nothing but words that do not count before it
    bool tail = false;        // nothing but such words from here to the end of the clause
    bool last = false;        // ... to the end of the label
    bool clause = false;      // a clause begins here
    bool joined = false;      // an "and" stands before it
    std::uint8_t shared = 0;  // of shared_joins, those that stand before it and were dropped
    bool counts = false;      // a word that may be an object
  };
  struct Read {
    std::string text;
    std::vector<Place> places;
  };
  struct Best;
  struct Gathered;
  /// An entry of a list, before all lists are known.
  struct Entry {
    std::string phrase;
    Sense sense;
    PhraseTrie* trie = nullptr;
  };
  friend class LexiconFile;

  Read places_of(const LabelWords& words) const;
  static bool has_object(const Read& read, std::size_t verb, std::size_t end);
  static bool crosses_clauses(const Read& read, std::size_t i, std::size_t end);
  /// Whether the phrase that goes from place `i` to `end` counts there; `anywhere`: in a text.
  static bool joined(const Place& place, const Sense& sense);
  static bool stands(const Sense& sense, const Read& read, std::size_t i, std::size_t end, bool anywhere);
  Best best_at(const PhraseTrie& trie, const Read& read, std::size_t i, bool anywhere) const;
  /// In a text: of a label's words and a text's, the longer.
  Best best_said(const Read& read, std::size_t i) const;
  std::uint8_t flags_of(std::string_view word) const;

  PhraseTrie labels_;
  PhraseTrie texts_;
  PhraseTrie pages_;
  PhraseTrie words_;  // words with flags
  std::span<const Sense> senses_;
  std::vector<Sense> own_senses_;
  std::vector<Entry> entries_;  // until freeze(), as is:
  std::unordered_map<std::string, std::uint8_t> flagged_;
};

struct Lexicon::Parts {
  PhraseTrie::Parts labels;
  PhraseTrie::Parts texts;
  PhraseTrie::Parts pages;
  PhraseTrie::Parts words;
  std::span<const Sense> senses;
};

/// All languages that come with the gate. The build compiles their lists into constant data
/// (cmake/compile_lexicon.cpp), so that a process neither reads them at its start nor keeps more of them in memory than
/// it looks at.
const Lexicon& lexicon();

}  // namespace interlock::gate
