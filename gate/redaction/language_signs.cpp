#include "gate/redaction/language_signs.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "gate/redaction/reader_languages.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

/// In the order of ReaderWord.
constexpr std::string_view names_of_words[] = {
    "machine", "helper",  "user",      "you",     "dear",    "order",  "act",  "here", "secret", "guard",  "needless",
    "go",      "already", "not",       "notice",  "mention", "covert", "drop", "told", "task",   "before", "own",
    "show",    "prompt",  "authority", "persona", "unbound", "core",   "off",  "your", "send",   "about"};
static_assert(std::size(names_of_words) == static_cast<std::size_t>(ReaderWord::addressed));

using WordKinds = std::uint64_t;  // bits

constexpr WordKinds bit_of(ReaderWord word) {
  return WordKinds{1} << static_cast<unsigned>(word);
}

template <class... Each>
constexpr WordKinds kinds(Each... each) {
  return (bit_of(each) | ...);
}

constexpr std::uint32_t far_apart = 160;
constexpr std::uint32_t close_by = 70;

struct ReaderOrder {
  RedactionCategory category;
  WordKinds words;                   ///< bits: all of them
  std::uint32_t within = far_apart;  ///< characters, in which they stand
};

constexpr ReaderOrder reader_orders[] = {
    {RedactionCategory::agent_command,
     kinds(ReaderWord::machine, ReaderWord::order, ReaderWord::act, ReaderWord::here)},
    {RedactionCategory::agent_command,
     kinds(ReaderWord::machine, ReaderWord::order, ReaderWord::act, ReaderWord::secret)},
    {RedactionCategory::agent_command, kinds(ReaderWord::addressed, ReaderWord::act, ReaderWord::here)},
    {RedactionCategory::agent_command, kinds(ReaderWord::addressed, ReaderWord::act, ReaderWord::secret)},
    {RedactionCategory::agent_command, kinds(ReaderWord::addressed, ReaderWord::act, ReaderWord::guard, ReaderWord::no),
     close_by},
    {RedactionCategory::agent_command, kinds(ReaderWord::dear, ReaderWord::machine, ReaderWord::act, ReaderWord::here),
     close_by},
    {RedactionCategory::agent_command,
     kinds(ReaderWord::dear, ReaderWord::machine, ReaderWord::act, ReaderWord::secret), close_by},
    {RedactionCategory::agent_command, kinds(ReaderWord::drop, ReaderWord::task, ReaderWord::before, ReaderWord::act),
     close_by},
    {RedactionCategory::agent_command, kinds(ReaderWord::user, ReaderWord::covert, ReaderWord::act), close_by},
    {RedactionCategory::agent_command, kinds(ReaderWord::user, ReaderWord::no, ReaderWord::notice, ReaderWord::act),
     close_by},
    {RedactionCategory::agent_command, kinds(ReaderWord::user, ReaderWord::no, ReaderWord::mention, ReaderWord::act),
     close_by},
    {RedactionCategory::agent_command, kinds(ReaderWord::own, ReaderWord::no, ReaderWord::mention), close_by},
    {RedactionCategory::agent_command, kinds(ReaderWord::own, ReaderWord::covert), close_by},
    {RedactionCategory::agent_command,
     kinds(ReaderWord::helper, ReaderWord::order, ReaderWord::covert, ReaderWord::act), close_by},
    {RedactionCategory::agent_command, kinds(ReaderWord::user, ReaderWord::drop, ReaderWord::task, ReaderWord::act)},
    {RedactionCategory::agent_command,
     kinds(ReaderWord::user, ReaderWord::guard, ReaderWord::needless, ReaderWord::already)},
    {RedactionCategory::fake_message, kinds(ReaderWord::authority, ReaderWord::user, ReaderWord::needless)},
    {RedactionCategory::fake_message, kinds(ReaderWord::authority, ReaderWord::helper, ReaderWord::needless)},
    {RedactionCategory::fake_message, kinds(ReaderWord::authority, ReaderWord::helper, ReaderWord::go)},
    {RedactionCategory::fake_message, kinds(ReaderWord::authority, ReaderWord::helper, ReaderWord::order)},
    {RedactionCategory::override_instructions, kinds(ReaderWord::drop, ReaderWord::told, ReaderWord::before), close_by},
    {RedactionCategory::override_instructions, kinds(ReaderWord::persona, ReaderWord::unbound), close_by},
    {RedactionCategory::override_instructions, kinds(ReaderWord::off, ReaderWord::core, ReaderWord::your), close_by},
    {RedactionCategory::override_instructions, kinds(ReaderWord::off, ReaderWord::core, ReaderWord::unbound), close_by},
    {RedactionCategory::override_instructions, kinds(ReaderWord::drop, ReaderWord::core, ReaderWord::your), close_by},
    {RedactionCategory::override_instructions, kinds(ReaderWord::drop, ReaderWord::prompt, ReaderWord::your), close_by},
    {RedactionCategory::override_instructions, kinds(ReaderWord::off, ReaderWord::prompt, ReaderWord::your), close_by},
    {RedactionCategory::exfiltration, kinds(ReaderWord::show, ReaderWord::prompt, ReaderWord::your), close_by},
    {RedactionCategory::exfiltration, kinds(ReaderWord::send, ReaderWord::secret, ReaderWord::place)},
};

// What a phrase's value tells: its kind of word, its language, and where it counts.
constexpr PhraseTrie::Value from_word_start = 1U << 8;
constexpr PhraseTrie::Value to_word_end = 1U << 9;
constexpr PhraseTrie::Value behind_prefixes = 1U << 10;
constexpr PhraseTrie::Value beside_no_ascii = 1U << 11;  ///< "ai" in a Chinese text, but not in "maintainer"
constexpr unsigned language_shift = 16;

constexpr std::string_view unspaced_languages[] = {"ja", "zh", "th"};
/// Languages in which "about" stands behind its object.
constexpr std::string_view postposing_languages[] = {"bn", "fi", "hi", "hu", "ja", "ko", "tr"};
constexpr std::string_view prefixing_languages[] = {"ar", "he"};
/// Letters that Arabic and Hebrew write together with the word behind them.
constexpr std::string_view prefixes = "والبكفובכלמשה";

bool is_letter_or_mark(UChar32 c) {
  return (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) != 0;
}

UChar32 character_at(std::string_view text, std::size_t& at) {
  UChar32 c = 0;
  auto i = static_cast<int32_t>(at);
  U8_NEXT_OR_FFFD(reinterpret_cast<const std::uint8_t*>(text.data()), i, static_cast<int32_t>(text.size()), c);
  at = static_cast<std::size_t>(i);
  return c;
}

bool ends_word(std::string_view text, std::size_t end) {
  return end >= text.size() || !is_letter_or_mark(character_at(text, end));
}

bool consists_of_prefixes(std::string_view letters) {
  for (std::size_t at = 0; at < letters.size();) {
    const std::size_t begin = at;
    character_at(letters, at);
    if (prefixes.find(letters.substr(begin, at - begin)) == prefixes.npos) return false;
  }
  return true;
}

bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool is_beside_ascii(std::string_view text, std::size_t begin, std::size_t end) {
  return (begin > 0 && is_ascii_letter(text[begin - 1])) || (end < text.size() && is_ascii_letter(text[end]));
}

/// Whether the word that ends at `end` or later is followed by a colon; with `postposed`, whether that stands a few
/// words behind it, as in Turkish for "note to the AI:".
bool is_before_colon(std::string_view text, std::size_t end, bool postposed) {
  constexpr std::size_t few_words = 48;  // bytes: three words of an Indian script
  const std::string_view behind = text.substr(std::min(end, text.size()), few_words);
  const std::size_t sign = behind.find_first_of(":.,;!?\"'");
  if (postposed && sign != behind.npos) return behind[sign] == ':';
  for (std::size_t next = end; end < text.size(); end = next) {
    if (!is_letter_or_mark(character_at(text, next))) break;
  }
  if (end < text.size() && text[end] == ' ') ++end;
  return end < text.size() && text[end] == ':';
}

/// One space instead of each run of white space.
std::string with_single_spaces(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space) result += c;
    if (space && !result.empty() && result.back() != ' ') result += ' ';
  }
  return result;
}

/// A word that was found.
struct FoundWord {
  std::uint32_t language;
  std::uint32_t at;  ///< in characters
  WordKinds words;
  bool operator<(const FoundWord& other) const { return std::pair(language, at) < std::pair(other.language, other.at); }
};

std::optional<RedactionCategory> order_of(WordKinds words, std::uint32_t within) {
  for (const ReaderOrder& each : reader_orders) {
    if (each.within == within && (words & each.words) == each.words) return each.category;
  }
  return std::nullopt;
}

/// An order of which all words stand within so many characters.
std::optional<RedactionCategory> order_within(std::span<const FoundWord> found, WordKinds neutral,
                                              std::uint32_t within) {
  std::array<std::uint32_t, 64> count{};  // of each kind, between `first` and the word that is looked at
  WordKinds words = neutral;
  const auto each_kind = [&](WordKinds kinds, auto&& change) {
    for (; kinds != 0; kinds &= kinds - 1) change(static_cast<unsigned>(__builtin_ctzll(kinds)));
  };
  std::size_t first = 0;
  for (const FoundWord& next : found) {
    each_kind(next.words, [&](unsigned kind) {
      ++count[kind];
      words |= WordKinds{1} << kind;
    });
    while (next.at - found[first].at > within) {
      each_kind(found[first++].words, [&](unsigned kind) {
        if (--count[kind] == 0) words &= ~(WordKinds{1} << kind);
      });
    }
    if (const auto category = order_of(words, within)) return category;
  }
  return std::nullopt;
}

bool is_language_of(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Takes out each program's name that is not addressed: in "a text about chatbots", and before "your" or behind a
/// verb, as in "to use the chatbot, enter your password" and "open this page in the chatbot".
void leave_out_others(std::span<FoundWord> found) {
  constexpr std::uint32_t beside = 18;  // characters
  const bool behind = is_language_of(reader_languages()[found.front().language - 1].name, postposing_languages);
  const auto has = [](const FoundWord& each, ReaderWord word) { return (each.words & bit_of(word)) != 0; };
  std::optional<std::uint32_t> last_about, next_you, next_about, last_act;
  for (auto each = found.rbegin(); each != found.rend(); ++each) {
    if (has(*each, ReaderWord::you)) next_you = each->at;
    if (has(*each, ReaderWord::about)) next_about = each->at;
    const bool to_a_person = next_you && *next_you - each->at <= close_by;
    const bool subject = behind && next_about && *next_about - each->at <= beside;
    if (to_a_person || subject) each->words &= ~kinds(ReaderWord::machine, ReaderWord::addressed);
  }
  for (FoundWord& each : found) {
    if (has(each, ReaderWord::about)) last_about = each.at;
    const bool subject = !behind && last_about && each.at - *last_about <= beside;
    const bool object = last_act && *last_act < each.at && each.at - *last_act <= close_by;
    if (has(each, ReaderWord::act)) last_act = each.at;
    if (subject || object) each.words &= ~kinds(ReaderWord::machine, ReaderWord::addressed);
  }
}

/// An order in the words of one language, which stand in the order of their places.
std::optional<RedactionCategory> order_in(std::span<FoundWord> found, WordKinds neutral) {
  leave_out_others(found);
  if (const auto category = order_within(found, neutral, far_apart)) return category;
  return order_within(found, neutral, close_by);
}

/// The addresses in `text`: a place to send something to, whatever the language.
bool names_address(std::string_view text) {
  for (std::size_t at = text.find('@'); at != text.npos; at = text.find('@', at + 1)) {
    const auto part = [&](std::size_t place) {
      return place < text.size() && is_letter_or_mark(static_cast<unsigned char>(text[place]));
    };
    if (at > 0 && part(at - 1) && part(at + 1)) return true;
  }
  return text.find("://") != text.npos;
}

}  // namespace

std::span<const std::string_view> reader_word_names() {
  return names_of_words;
}

LanguageSigns::LanguageSigns() {
  std::size_t language = 0;
  for (const Language& each : reader_languages()) add_language(++language, each.text);
  at_word_starts_.freeze();
  anywhere_.freeze();
}

void LanguageSigns::add_language(std::size_t language, std::string_view text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t colon = line.find(':');
    const auto* const name = std::find(std::begin(names_of_words), std::end(names_of_words), line.substr(0, colon));
    if (colon == line.npos || name == std::end(names_of_words)) continue;
    const auto word = static_cast<ReaderWord>(name - std::begin(names_of_words));
    line.remove_prefix(colon + 1);
    while (!line.empty()) {
      const std::string_view phrase = line.substr(0, line.find(','));
      line.remove_prefix(std::min(phrase.size() + 1, line.size()));
      add_phrase(language, word, phrase.substr(std::min(phrase.find_first_not_of(' '), phrase.size())));
    }
  }
}

void LanguageSigns::add_phrase(std::size_t language, ReaderWord word, std::string_view phrase) {
  const std::string_view name = reader_languages()[language - 1].name;
  const bool unspaced = is_language_of(name, unspaced_languages);
  const bool prefixing = is_language_of(name, prefixing_languages);
  const bool inside = phrase.starts_with('*');
  if (inside) phrase.remove_prefix(1);
  const bool open = phrase.ends_with('*');
  if (open) phrase.remove_suffix(1);
  if (phrase.empty()) return;
  auto value = static_cast<PhraseTrie::Value>(word) | static_cast<PhraseTrie::Value>(language << language_shift);
  if (!inside && !unspaced) value |= prefixing ? behind_prefixes : from_word_start;
  if (!open && !unspaced) value |= to_word_end;
  std::string normal = normalise(phrase).text;
  if (unspaced && is_ascii_letter(normal.front())) value |= beside_no_ascii;
  std::replace(normal.begin(), normal.end(), '*', PhraseTrie::rest_of_word);
  PhraseTrie& trie = (value & from_word_start) != 0 ? at_word_starts_ : anywhere_;
  trie.add(normal, value);
}

std::optional<RedactionCategory> LanguageSigns::category_of(std::string_view normal) const {
  const std::string text = with_single_spaces(normal);
  std::vector<FoundWord> found;
  std::size_t word_begin = 0;
  bool in_word = false;
  std::uint32_t place = 0;
  for (std::size_t at = 0; at < text.size(); ++place) {
    const std::size_t begin = at;
    const bool letter = is_letter_or_mark(character_at(text, at));
    const bool starts = letter && !in_word;
    if (starts) word_begin = begin;
    in_word = letter;
    if (!letter) continue;
    const auto add = [&](PhraseTrie::Value value, std::size_t end) {
      if ((value & to_word_end) != 0 && !ends_word(text, end)) return;
      if ((value & behind_prefixes) != 0 &&
          !consists_of_prefixes(std::string_view(text).substr(word_begin, begin - word_begin)))
        return;
      if ((value & beside_no_ascii) != 0 && is_beside_ascii(text, begin, end)) return;
      WordKinds words = bit_of(static_cast<ReaderWord>(value & 0xFF));
      const bool postposed =
          is_language_of(reader_languages()[(value >> language_shift) - 1].name, postposing_languages);
      if (words == bit_of(ReaderWord::machine) && is_before_colon(text, end, postposed))
        words |= bit_of(ReaderWord::addressed);
      found.push_back({value >> language_shift, place, words});
    };
    if (starts) at_word_starts_.walk(text, begin, add);
    anywhere_.walk(text, begin, add);
  }
  std::sort(found.begin(), found.end());
  const WordKinds neutral = names_address(text) ? bit_of(ReaderWord::place) : 0;
  for (auto first = found.begin(); first != found.end();) {
    const auto last =
        std::find_if(first, found.end(), [&](const FoundWord& each) { return each.language != first->language; });
    if (const auto category = order_in({first, last}, neutral)) return category;
    first = last;
  }
  return std::nullopt;
}

}  // namespace interlock::gate
