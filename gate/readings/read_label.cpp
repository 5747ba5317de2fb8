#include "gate/readings/read_label.h"

#include <algorithm>
#include <array>
#include <utility>

#include "gate/policy/policy.h"
#include "gate/readings/evaluation_context.h"
#include "gate/readings/misread.h"
#include "gate/screen/browser.h"
#include "gate/words/lexicon.h"
#include "values/text.h"

namespace interlock::gate {

namespace {

/// A reading of the pixels says something about these. An application that did not answer, or whose answers
/// contradict each other, is another matter.
constexpr std::array readable = {Unknown::not_accessible, Unknown::accessibility_off, Unknown::nothing_at_point};
/// Letters; shorter labels say little, and are misread more easily.
constexpr std::size_t shortest_label = 3;

const ReadLabel* read_of(const Action& action, const Observation& observation) {
  const bool known = observation.element.has_value() || observation.element.is_none();
  return uses_keyboard(action) || known ? nullptr : observation.read.get();
}

/// A button has no other clicks, and nothing that is held changes what it does.
bool is_plain_click(const EvaluationContext& context) {
  const auto* click = std::get_if<Click>(&context.meant().body);
  return click != nullptr && click->button == Button::left && click->count <= 2 && click->modifiers.empty();
}

bool is_readable_target(const EvaluationContext& context) {
  const Unknown why = context.observation.element.why();
  if (std::find(readable.begin(), readable.end(), why) == readable.end()) return false;
  return context.window != nullptr && !context.terminal && !is_browser(*context.window);
}

bool dialog_is_read(const ReadLabel& read) {
  return letter_count(read.around) >= shortest_label && read.around_confidence >= least_dialog_confidence;
}

/// The label, and each run of its parts.
std::vector<std::string> possible_labels(const ReadLabel& read) {
  std::vector<std::string> labels{read.text};
  for (std::size_t first = 0; first < read.parts.size(); ++first) {
    std::string run;
    for (std::size_t last = first; last < read.parts.size(); ++last) {
      run += (run.empty() ? "" : " ") + read.parts[last];
      if (run != read.text) labels.push_back(run);
    }
  }
  return labels;
}

/// What the texts that a label may be a misreading of come to.
struct Misread {
  bool has_consequence = false;
  bool needs_dialog = false;  ///< one agrees or goes on, as "Oui" that was read as "Oul" does
};

Misread misread(const std::string& label, const Reader& reader) {
  Misread found;
  for (const std::string& reading : misreadings(normalise(label).text, reader)) {
    const LabelReading said = lexicon().read_label(reading);
    const bool generic = said.agrees || said.goes_on;
    found.needs_dialog = found.needs_dialog || generic;
    // What says yes to something that is not seen means what its dialog says.
    const bool yes = generic && said.category == Category::confirm;
    found.has_consequence = found.has_consequence || (said.category.has_value() && !yes);
  }
  return found;
}

std::string joined(const std::vector<std::string_view>& words, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    if (i > begin) text += ' ';
    text += words[i];
  }
  return text;
}

/// Whether the dialog's text, or a text that it may be a misreading of, announces a consequence. A few words are read
/// at a time, and the next ones begin within them: phrases are of two or three words. Articles that were surely read
/// are none of another language's verbs without an accent: Spanish "esta" is not Finnish "estä". Words of all languages
/// count: a text is surer on the average than its least certain word.
bool dialog_may_be_misread(const ReadLabel& read) {
  constexpr std::size_t at_a_time = 6, step = 3, most_words = 120;
  const std::string text = normalise(read.around).text;
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    if (end > at) words.push_back(std::string_view(text).substr(at, end - at));
    at = end + 1;
  }
  if (words.size() > most_words) return true;
  const bool certain = read.around_confidence >= ReadLabel::sure;  // an average, which short words lower
  if (certain && !words.empty()) {
    words.erase(std::remove_if(words.begin(), words.end() - 1,
                               [](std::string_view word) { return lexicon().is_article(word); }),
                words.end() - 1);
  }
  for (std::size_t begin = 0; begin < words.size(); begin += step) {
    const std::size_t end = std::min(begin + at_a_time, words.size());
    const std::string before = joined(words, 0, begin) + ' ', behind = ' ' + joined(words, end, words.size());
    const auto readings = misreadings(joined(words, begin, end), {certain});
    const bool announced = std::any_of(readings.begin(), readings.end(), [&](const std::string& reading) {
      return lexicon().read_message(before + reading + behind).category.has_value();
    });
    if (announced) return true;
    if (end == words.size()) break;
  }
  return false;
}

}  // namespace

std::vector<Element> elements_read(const Action& action, const Observation& observation) {
  const ReadLabel* read = read_of(action, observation);
  std::vector<Element> buttons;
  if (read == nullptr) return buttons;
  for (std::string& label : possible_labels(*read)) {
    Element& button = buttons.emplace_back(Element{.role = Role::push_button, .name = std::move(label)});
    button.value = none;
    button.listener = none;
    button.extents = read->place;
    button.attributes = {{"source", "read"}};
    if (read->around.empty()) continue;
    const Window* window = observation.window.get();
    button.ancestors.push_back({Role::dialog, window == nullptr ? std::string() : window->title, read->around});
  }
  return buttons;
}

bool needs_dialog(std::string_view label) {
  const std::string normal = normalise(label).text;
  const LabelReading said = lexicon().read_label(normal);
  // "Change"; "Change font" says what. A Chinese word has two characters, and no blanks are around it.
  constexpr std::size_t one_chinese_word = 4;
  const bool one_word =
      has_wide_letters(normal) ? letter_count(normal) <= one_chinese_word : normal.find(' ') == normal.npos;
  return said.agrees || said.goes_on || (said.keeps && one_word) || letter_count(normal) < shortest_label;
}

bool reading_stands(const EvaluationContext& context) {
  const ReadLabel* read = read_of(context.action, context.observation);
  if (read == nullptr || !context.policy.config().trust_reading) return false;
  if (!is_plain_click(context) || !is_readable_target(context)) return false;
  if (!read->whole || read->confidence < ReadLabel::sure || letter_count(read->text) < 2) return false;
  const bool with_dialog = dialog_is_read(*read);
  const Reader reader{read->confidence >= certain_reading, read->languages};
  const auto labels = possible_labels(*read);
  bool by_dialog = false;
  for (const std::string& label : labels) {
    const Misread may_be = misread(label, reader);
    if (may_be.has_consequence) return false;
    by_dialog = by_dialog || may_be.needs_dialog || needs_dialog(label);
  }
  return !by_dialog || (with_dialog && !dialog_may_be_misread(*read));
}

}  // namespace interlock::gate
