#include "gate/words/lexicon.h"

#include <algorithm>
#include <array>
#include <utility>

namespace interlock::gate {

using Meaning = Lexicon::Meaning;

/// The longest consequence (or exception) that stands at one place, and what else does.
struct Lexicon::Best {
  const Sense* sense = nullptr;
  std::size_t end = 0;
  LabelReading flags;
  bool harmless = false;
  bool part = false;
  bool thing = false;
  bool changes = false;
  bool asks = false;
  bool reports = false;
  bool edits = false;
  std::optional<Category> grave;

  /// The property that a list gives the labels in it; null for the lists of words within labels.
  static bool LabelReading::*property_of(Meaning meaning) {
    switch (meaning) {
      case Meaning::agrees:
        return &LabelReading::agrees;
      case Meaning::goes_on:
        return &LabelReading::goes_on;
      case Meaning::keeps:
        return &LabelReading::keeps;
      case Meaning::ordinary:
        return &LabelReading::ordinary;
      case Meaning::leaves:
        return &LabelReading::leaves;
      case Meaning::shows:
        return &LabelReading::shows;
      case Meaning::posts:
        return &LabelReading::posts;
      case Meaning::elsewhere:
        return &LabelReading::elsewhere;
      case Meaning::replaces:
        return &LabelReading::replaces;
      case Meaning::attends:
        return &LabelReading::attends;
      case Meaning::follows:
        return &LabelReading::follows;
      case Meaning::paper:
        return &LabelReading::paper;
      default:
        return nullptr;
    }
  }

  void take(const Sense& found, std::size_t found_end) {
    if (bool LabelReading::*property = property_of(found.meaning)) {
      flags.*property = true;
      return;
    }
    switch (found.meaning) {
      case Meaning::harmless:
        harmless = true;
        return;
      case Meaning::part:
        part = true;
        return;
      case Meaning::thing:
        thing = true;
        return;
      case Meaning::changes:
        changes = true;
        return;
      case Meaning::grave:
        grave = found.category;
        return;
      case Meaning::asks:
        asks = true;
        return;
      case Meaning::reports:
        reports = true;
        return;
      case Meaning::edits:
        edits = true;
        return;
      default:  // a consequence, or an exception from one
        break;
    }
    const bool better = sense == nullptr || found_end > end || (found_end == end && rank(found) > rank(*sense));
    if (!better) return;
    sense = &found;
    end = found_end;
  }

 private:
  // Where languages disagree about the same words, the one that sees a consequence is heard.
  static int rank(const Sense& s) { return s.meaning == Meaning::not_at_all ? 0 : s.weak ? 1 : 2; }
};

Lexicon::Lexicon(const Parts& parts)
    : labels_(parts.labels), texts_(parts.texts), pages_(parts.pages), words_(parts.words), senses_(parts.senses) {}

Lexicon::Parts Lexicon::parts() const {
  return {labels_.parts(), texts_.parts(), pages_.parts(), words_.parts(), senses_};
}

std::uint8_t Lexicon::flags_of(std::string_view word) const {
  constexpr std::size_t longest = 24;
  if (word.size() > longest) return 0;
  std::uint8_t flags = 0;
  words_.walk(word, 0, [&](PhraseTrie::Value value, std::size_t end) {
    if (end == word.size()) flags = static_cast<std::uint8_t>(value);
  });
  return flags;
}

bool Lexicon::is_article(std::string_view word) const {
  return flags_of(word) == skipped;
}

std::uint8_t Lexicon::shared_join(std::string_view word) {
  const auto* const found = std::find(shared_joins.begin(), shared_joins.end(), word);
  return found == shared_joins.end() ? 0 : static_cast<std::uint8_t>(1U << (found - shared_joins.begin()));
}

Lexicon::Read Lexicon::places_of(const LabelWords& from) const {
  Read read;
  read.text.reserve(from.text.size());
  read.places.reserve(from.words.size());
  std::vector<std::uint8_t> flags;
  flags.reserve(from.words.size());
  bool clause = false;
  bool run_skipped = false;
  std::uint8_t shared = 0;
  for (std::size_t i = 0; i < from.words.size(); ++i) {
    const Word& word = from.words[i];
    const auto letters = std::string_view(from.text).substr(word.begin, word.end - word.begin);
    const std::uint8_t flag = word.inside ? 0 : word.number ? std::uint8_t{opener | tail} : flags_of(letters);
    clause = clause || word.clause;
    if (!word.inside) run_skipped = (flag & skipped) != 0;
    // An article or possessive has its noun behind it; at the end the word is another one (Turkish "iptal et").
    if (run_skipped && i + 1 < from.words.size()) {
      if ((flag & joins) != 0) shared |= shared_join(letters);
      continue;
    }
    Place place;
    if (!word.inside) {
      if (!read.text.empty()) read.text += ' ';
      read.text += letters;
    }
    place.begin = static_cast<std::uint32_t>(read.text.size() - letters.size());
    place.end = static_cast<std::uint32_t>(read.text.size());
    place.clause = clause;
    // A word opens its clause, or follows words that do not count, or an "and".
    const std::uint8_t before = flags.empty() ? 0 : flags.back();
    place.first = read.places.empty() || ((before & opener) != 0 && read.places.back().first);
    place.starts =
        clause || read.places.empty() || (before & joins) != 0 || ((before & opener) != 0 && read.places.back().starts);
    place.joined = (before & joins) != 0;
    place.shared = std::exchange(shared, std::uint8_t{0});
    clause = false;
    place.counts = (flag & (opener | tail | joins)) == 0;
    read.places.push_back(place);
    flags.push_back(flag);
  }
  bool rest = true;
  bool all = true;
  for (std::size_t i = read.places.size(); i-- > 0;) {
    all = all && (flags[i] & tail) != 0;
    read.places[i].last = all;
    rest = (flags[i] & joins) != 0 || ((flags[i] & tail) != 0 && rest);
    read.places[i].tail = rest;
    rest = rest || read.places[i].clause;
  }
  return read;
}

bool Lexicon::joined(const Place& place, const Sense& sense) {
  return (place.shared & sense.joined_by) != 0;
}

bool Lexicon::stands(const Sense& sense, const Read& read, std::size_t i, std::size_t end, bool anywhere) {
  static constexpr Place nowhere{};
  const Place& place = read.places[i];
  // Verbs of many uses say something in a text only at the start of a sentence: "Stop instances?"
  const bool common = sense.object || (sense.bare && (sense.weak || sense.meaning == Meaning::not_at_all));
  if (anywhere && common && !place.starts) return false;
  if (sense.object && !has_object(read, i, end)) return false;
  if (anywhere) return sense.placement != Placement::whole;
  // Within a run of letters no word ends, and so nothing closes.
  const auto after = [&] {
    std::size_t next = i + 1;
    while (next < read.places.size() && read.places[next].begin < end) ++next;
    return next < read.places.size() ? &read.places[next] : &nowhere;
  };
  const auto closes = [&] { return end >= read.text.size() || after()->tail || after()->clause; };
  switch (sense.placement) {
    case Placement::any:
      return true;
    case Placement::whole:
      return place.first && (end >= read.text.size() || after()->last);
    case Placement::start:
      return place.starts || joined(place, sense);
    case Placement::end:
      return closes();
    case Placement::ends:
      return place.starts || joined(place, sense) || closes();
  }
  return false;
}

bool Lexicon::crosses_clauses(const Read& read, std::size_t i, std::size_t end) {
  for (++i; i < read.places.size() && read.places[i].begin < end; ++i) {
    if (read.places[i].clause) return true;
  }
  return false;
}

Lexicon::Best Lexicon::best_at(const PhraseTrie& trie, const Read& read, std::size_t i, bool anywhere) const {
  Best best;
  trie.walk(read.text, read.places[i].begin, [&](PhraseTrie::Value value, std::size_t end) {
    const Sense& sense = senses_[value];
    if (!sense.free && end < read.text.size() && read.text[end] != ' ') return;
    // "Löschen? Abbrechen" cancels no deletion.
    if (sense.meaning == Meaning::not_at_all && crosses_clauses(read, i, end)) return;
    if (stands(sense, read, i, end, anywhere)) best.take(sense, end);
  });
  return best;
}

/// Whether the clause of the verb that stands from place `verb` to `end` has another word that counts.
bool Lexicon::has_object(const Read& read, std::size_t verb, std::size_t end) {
  std::size_t from = verb;
  while (from > 0 && !read.places[from].clause) --from;
  for (std::size_t i = from; i < read.places.size() && (i <= verb || !read.places[i].clause); ++i) {
    const Place& place = read.places[i];
    if (place.counts && (place.begin >= end || place.begin < read.places[verb].begin)) return true;
  }
  return false;
}

namespace {

void add_flags(LabelReading& into, const LabelReading& from) {
  into.agrees |= from.agrees;
  into.goes_on |= from.goes_on;
  into.keeps |= from.keeps;
  into.ordinary |= from.ordinary;
  into.leaves |= from.leaves;
  into.shows |= from.shows;
  into.posts |= from.posts;
  into.elsewhere |= from.elsewhere;
  into.replaces |= from.replaces;
  into.attends |= from.attends;
  into.follows |= from.follows;
  into.paper |= from.paper;
}

}  // namespace

/// What the words of a label come to, as they are read one after another.
struct Lexicon::Gathered {
  LabelReading label;
  LabelReading weak;  // of a verb that a harmless object takes its consequence
  std::optional<Category> grave;
  bool harmless = false;
  bool part = false;
  bool thing = false;
  bool changes = false;

  void take(const Sense& sense, std::string_view words, bool object) {
    LabelReading& into = sense.weak ? weak : label;
    // "Yes, delete it" deletes.
    if (into.category && *into.category != Category::confirm) return;
    if (sense.weak && into.category) return;
    into.category = sense.category;
    into.words = words;
    into.leads = sense.leads;
    into.title = sense.bare && object;
  }

  LabelReading result() && {
    const auto use = [&](const LabelReading& from) {
      label.category = from.category;
      label.words = from.words;
      label.leads = from.leads;
      label.title = from.title;
      label.weak = &from == &weak;
    };
    if (!label.category && weak.category && (!harmless || grave)) use(weak);
    if (!label.category && changes && grave) label.category = grave;
    label.title = label.title && !thing && !grave;
    label.part = part && !thing && !grave;
    label.thing = thing || grave;
    label.grave = grave;
    label.keeps = label.keeps && !harmless;  // "Change language" changes nothing of an account that matters
    return std::move(label);
  }
};

LabelReading Lexicon::read_label(std::string_view normal) const {
  const Read read = places_of(label_words(normal));
  Gathered all;
  for (std::size_t i = 0; i < read.places.size();) {
    const Best best = best_at(labels_, read, i, false);
    add_flags(all.label, best.flags);
    all.harmless |= best.harmless;
    all.part |= best.part;
    // "Post", "order", "review": where the verb stands, its word is no object.
    const bool verb = best.sense != nullptr && best.sense->meaning != Meaning::not_at_all && !all.label.category;
    all.thing |= best.thing && !verb;
    all.changes |= best.changes;
    if (best.grave) all.grave = best.grave;
    const std::size_t here = i++;
    if (best.sense == nullptr) continue;
    if (best.sense->meaning == Meaning::not_at_all) {
      all.label.excepted = true;
      // Without spaces an exception may be a part of a compound: the verb stands behind it.
      const bool whole_clause = !best.sense->free;
      // It ends at an "and": "Leave meeting and delete recording".
      const auto covers = [&](const Place& place) {
        return place.begin < best.end ||
               (whole_clause && !place.clause && !place.joined && !joined(place, *best.sense));
      };
      while (i < read.places.size() && covers(read.places[i])) ++i;
      continue;
    }
    const bool object = best.sense->bare && has_object(read, here, best.end);
    const std::size_t begin = read.places[here].begin;
    all.take(*best.sense, std::string_view(read.text).substr(begin, best.end - begin), object);
    // The object may stand between the parts of the verb, "slå lyden fra", or in the phrase, "empty trash".
    for (; i < read.places.size() && read.places[i].begin < best.end; ++i) {
      const Best inside = best_at(labels_, read, i, false);
      all.label.elsewhere |= inside.flags.elsewhere;
      all.label.paper |= inside.flags.paper;
      if (best.sense->weak && !best.sense->free) all.harmless |= inside.harmless;
    }
  }
  return std::move(all).result();
}

Lexicon::Best Lexicon::best_said(const Read& read, std::size_t i) const {
  Best best = best_at(labels_, read, i, true);
  const Best said = best_at(texts_, read, i, true);
  best.asks = said.asks;
  best.reports = said.reports;
  best.edits = said.edits;
  const bool longer = said.sense != nullptr && (best.sense == nullptr || said.end >= best.end);
  return longer ? said : best;
}

std::optional<Category> Lexicon::read_text(std::string_view normal, std::string& words) const {
  MessageReading reading = read_message(normal);
  words = std::move(reading.words);
  return reading.category;
}

namespace {

/// "Where should we send it?" has no yes for an answer.
bool asks_for_more(std::string_view sentence) {
  constexpr auto words = std::to_array<std::string_view>(
      {"where", "how",      "what",  "which", "when",  "who",  "why",     "wo",   "wie",
       "was",   "welche",   "wann",  "wer",   "warum", "où",   "comment", "quel", "quelle",
       "quand", "pourquoi", "dónde", "cómo",  "qué",   "cuál", "cuándo",  "dove", "come",
       "quale", "quando",   "onde",  "como",  "qual",  "waar", "hoe",     "wat",  "welk"});
  const std::size_t first = sentence.find_first_not_of(" \u00bf\u00a1");
  if (first == sentence.npos) return false;
  const std::string_view rest = sentence.substr(first);
  return std::find(words.begin(), words.end(), rest.substr(0, rest.find_first_of(" ?,'"))) != words.end();
}

/// Whether a sentence of the text is a question that can be answered with a yes.
bool has_question(std::string_view text) {
  if (text.find("\u061f") != text.npos) return true;
  for (std::size_t mark = text.find('?'); mark != text.npos; mark = text.find('?', mark + 1)) {
    const std::size_t before = mark == 0 ? text.npos : text.find_last_of(".!?:\n", mark - 1);
    const std::size_t begin = before == text.npos ? 0 : before + 1;
    if (!asks_for_more(text.substr(begin, mark - begin))) return true;
  }
  return false;
}

}  // namespace

MessageReading Lexicon::read_message(std::string_view normal) const {
  const Read read = places_of(label_words(normal));
  MessageReading result;
  result.asks = has_question(normal);
  for (std::size_t i = 0; i < read.places.size();) {
    const Best best = best_said(read, i);
    result.asks |= best.asks;
    result.reports |= best.reports;
    result.edits |= best.edits;
    const std::size_t here = i++;
    if (best.sense == nullptr || result.category) continue;
    if (best.sense->meaning == Meaning::not_at_all) {
      while (i < read.places.size() && read.places[i].begin < best.end) ++i;
      if (i < read.places.size() && !read.places[i].clause) ++i;  // "are never deleted"; the sentence may go on
      continue;
    }
    const std::size_t begin = read.places[here].begin;
    result.words = read.text.substr(begin, best.end - begin);
    result.category = best.sense->category;
  }
  return result;
}

std::optional<Category> Lexicon::read_page(std::string_view normal) const {
  const Read read = places_of(label_words(normal));
  std::optional<Category> about;
  for (std::size_t i = 0; i < read.places.size(); ++i) {
    const Best best = best_at(pages_, read, i, true);
    if (best.sense != nullptr && best.sense->meaning == Meaning::not_at_all) {
      while (i + 1 < read.places.size() && read.places[i + 1].begin < best.end) ++i;
      continue;
    }
    // Of an account's payment page, the payment is what matters: the later categories are the weaker ones.
    if (best.sense != nullptr && (!about || best.sense->category < *about)) about = best.sense->category;
  }
  return about;
}

bool Lexicon::is_cart(std::string_view normal) const {
  const Read read = places_of(label_words(normal));
  bool cart = false;
  for (std::size_t i = 0; i < read.places.size(); ++i) {
    const Best best = best_at(pages_, read, i, true);
    if (best.sense == nullptr || best.sense->meaning == Meaning::not_at_all) continue;
    if (!best.sense->weak) return false;
    cart = true;
  }
  return cart;
}

}  // namespace interlock::gate
