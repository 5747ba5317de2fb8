#include "gate/words/lexicon.h"

#include <algorithm>

#include "gate/words/languages.h"

namespace interlock::gate {

using Meaning = Lexicon::Meaning;

/// The longest consequence (or exception) that stands at one place, and what else does.
struct Lexicon::Best {
  const Sense* sense = nullptr;
  std::size_t end = 0;
  LabelReading flags;
  bool harmless = false;

  void take(const Sense& found, std::size_t found_end) {
    switch (found.meaning) {
      case Meaning::agrees:
        flags.agrees = true;
        return;
      case Meaning::goes_on:
        flags.goes_on = true;
        return;
      case Meaning::keeps:
        flags.keeps = true;
        return;
      case Meaning::ordinary:
        flags.ordinary = true;
        return;
      case Meaning::leaves:
        flags.leaves = true;
        return;
      case Meaning::harmless:
        harmless = true;
        return;
      case Meaning::consequence:
      case Meaning::not_at_all:
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

std::uint8_t Lexicon::flags_of(std::string_view word) const {
  constexpr std::size_t longest = 24;
  if (word.size() > longest) return 0;
  const auto found = words_.find(word);
  return found == words_.end() ? 0 : found->second;
}

Lexicon::Read Lexicon::places_of(const LabelWords& from) const {
  Read read;
  read.text.reserve(from.text.size());
  read.places.reserve(from.words.size());
  std::vector<std::uint8_t> flags;
  flags.reserve(from.words.size());
  bool clause = false;
  bool run_skipped = false;
  for (std::size_t i = 0; i < from.words.size(); ++i) {
    const Word& word = from.words[i];
    const auto letters = std::string_view(from.text).substr(word.begin, word.end - word.begin);
    const std::uint8_t flag = word.inside ? 0 : word.number ? std::uint8_t{opener | tail} : flags_of(letters);
    clause = clause || word.clause;
    if (!word.inside) run_skipped = (flag & skipped) != 0;
    // An article or possessive has its noun behind it; at the end the word is another one (Turkish "iptal et").
    if (run_skipped && i + 1 < from.words.size()) continue;
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
    clause = false;
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

Lexicon::Best Lexicon::best_at(const PhraseTrie& trie, const Read& read, std::size_t i, bool anywhere) const {
  static constexpr Place nowhere{};
  Best best;
  const Place& place = read.places[i];
  trie.walk(read.text, place.begin, [&](PhraseTrie::Value value, std::size_t end) {
    const Sense& sense = senses_[value];
    if (!sense.free && end < read.text.size() && read.text[end] != ' ') return;
    // Within a run of letters no word ends, and so nothing closes.
    const auto after = [&](std::size_t at) {
      std::size_t next = i + 1;
      while (next < read.places.size() && read.places[next].begin < at) ++next;
      return next < read.places.size() ? &read.places[next] : &nowhere;
    };
    const auto closes = [&] { return end >= read.text.size() || after(end)->tail || after(end)->clause; };
    bool stands = true;
    switch (sense.placement) {
      case Placement::any:
        break;
      case Placement::whole:
        stands = !anywhere && place.first && (end >= read.text.size() || after(end)->last);
        break;
      case Placement::start:
        stands = anywhere || place.starts;
        break;
      case Placement::end:
        stands = anywhere || closes();
        break;
      case Placement::ends:
        stands = anywhere || place.starts || closes();
        break;
    }
    if (stands) best.take(sense, end);
  });
  return best;
}

LabelReading Lexicon::read_label(std::string_view normal) const {
  const Read read = places_of(label_words(normal));
  LabelReading result;
  std::optional<Category> weak;
  std::string weak_words;
  bool harmless = false;
  for (std::size_t i = 0; i < read.places.size();) {
    const Best best = best_at(labels_, read, i, false);
    result.agrees |= best.flags.agrees;
    result.goes_on |= best.flags.goes_on;
    result.keeps |= best.flags.keeps;
    result.ordinary |= best.flags.ordinary;
    result.leaves |= best.flags.leaves;
    harmless |= best.harmless;
    ++i;
    if (best.sense == nullptr) continue;
    if (best.sense->meaning == Meaning::not_at_all) {
      while (i < read.places.size() && (read.places[i].begin < best.end || !read.places[i].clause)) ++i;
      continue;
    }
    const auto words =
        std::string_view(read.text).substr(read.places[i - 1].begin, best.end - read.places[i - 1].begin);
    if (best.sense->weak && !weak) {
      weak = best.sense->category;
      weak_words = words;
    } else if (!best.sense->weak && (!result.category || result.category == Category::confirm)) {
      // "Yes, delete it" deletes.
      result.category = best.sense->category;
      result.words = words;
      result.leads = best.sense->leads;
    }
    while (i < read.places.size() && read.places[i].begin < best.end) ++i;
  }
  if (!result.category && weak && !harmless) {
    result.category = weak;
    result.words = std::move(weak_words);
  }
  result.keeps = result.keeps && !harmless;  // "Change language" changes nothing of an account that matters
  return result;
}

std::optional<Category> Lexicon::read_text(std::string_view normal, std::string& words) const {
  const Read read = places_of(label_words(normal));
  for (std::size_t i = 0; i < read.places.size();) {
    Best best = best_at(labels_, read, i, true);
    const Best said = best_at(texts_, read, i, true);
    if (said.sense != nullptr && (best.sense == nullptr || said.end >= best.end)) best = said;
    const std::size_t here = i++;
    if (best.sense == nullptr) continue;
    if (best.sense->meaning == Meaning::not_at_all) {
      while (i < read.places.size() && (read.places[i].begin < best.end || !read.places[i].clause)) ++i;
      continue;
    }
    const std::size_t begin = read.places[here].begin;
    words = read.text.substr(begin, best.end - begin);
    return best.sense->category;
  }
  return std::nullopt;
}

std::optional<Category> Lexicon::read_page(std::string_view normal) const {
  const Read read = places_of(label_words(normal));
  std::optional<Category> about;
  for (std::size_t i = 0; i < read.places.size(); ++i) {
    const Best best = best_at(pages_, read, i, true);
    // Of an account's payment page, the payment is what matters: the later categories are the weaker ones.
    if (best.sense != nullptr && (!about || best.sense->category < *about)) about = best.sense->category;
  }
  return about;
}

const Lexicon& lexicon() {
  static const Lexicon all = [] {
    Lexicon made;
    std::vector<LexiconError> errors;  // a test holds that there are none
    for (const Language& language : languages()) made.add(language.name, language.text, errors);
    made.freeze();
    return made;
  }();
  return all;
}

}  // namespace interlock::gate
