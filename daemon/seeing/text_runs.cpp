#include "daemon/seeing/text_runs.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "sight/picture.h"

namespace interlock::daemon {

namespace {

/// Below this a reader guesses: it takes icons and borders for letters.
constexpr int least_confidence = 30;
/// Two labels are further apart than this part of the height of their line, two words are not.
constexpr double widest_gap = 0.9;

bool says_something(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return c >= 0x80 || std::isalnum(c) != 0; });
}

/// Half of the lower one stands beside the other.
bool in_one_line(const Rect& a, const Rect& b) {
  const std::int32_t both = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
  return 2 * both >= std::min(a.height, b.height);
}

using Line = std::vector<sight::Word>;

std::vector<Line> lines_of(std::vector<sight::Word> words) {
  std::stable_sort(words.begin(), words.end(), [](const auto& a, const auto& b) {
    return 2 * a.place.y + a.place.height < 2 * b.place.y + b.place.height;
  });
  std::vector<Line> lines;
  for (sight::Word& word : words) {
    const bool goes_on = !lines.empty() && in_one_line(lines.back().back().place, word.place);
    if (!goes_on) lines.emplace_back();
    lines.back().push_back(std::move(word));
  }
  return lines;
}

void add_runs(Line line, std::vector<TextRun>& runs) {
  std::stable_sort(line.begin(), line.end(), [](const auto& a, const auto& b) { return a.place.x < b.place.x; });
  std::int32_t height = 0;
  for (const sight::Word& word : line) height = std::max(height, word.place.height);
  std::vector<TextRun> found;
  for (sight::Word& word : line) {
    if (word.confidence < least_confidence) continue;
    const bool goes_on =
        !found.empty() && word.place.x - (found.back().place.x + found.back().place.width) <= widest_gap * height;
    if (!goes_on) {
      found.push_back({std::move(word.text), word.confidence, word.place});
      continue;
    }
    found.back().text += ' ' + word.text;
    found.back().confidence = std::min(found.back().confidence, word.confidence);
    found.back().place = sight::united(found.back().place, word.place);
  }
  std::erase_if(found, [](const TextRun& run) { return !says_something(run.text); });
  std::move(found.begin(), found.end(), std::back_inserter(runs));
}

}  // namespace

std::vector<TextRun> text_runs(std::vector<sight::Word> words) {
  std::vector<TextRun> runs;
  for (Line& line : lines_of(std::move(words))) add_runs(std::move(line), runs);
  return runs;
}

}  // namespace interlock::daemon
