#include "sight/mixed_alphabets.h"

#include <algorithm>
#include <cctype>

namespace interlock::sight {

namespace {

/// What both readers saw at one place: usually a word each.
struct SeenWords {
  std::int32_t left = 0, right = 0;
  std::vector<ReadWord> own, latin;
};

/// Whether two stretches are one word: the places differ by parts of letters only.
bool are_one(const SeenWords& seen, const ReadWord& word) {
  const std::int32_t shared = std::min(seen.right, word.right) - std::max(seen.left, word.left);
  return 4 * shared > std::min(seen.right - seen.left, word.right - word.left);
}

void sort_words(std::vector<ReadWord>& words) {
  std::stable_sort(words.begin(), words.end(),
                   [](const ReadWord& one, const ReadWord& other) { return one.left < other.left; });
}

/// From left to right.
std::vector<SeenWords> by_place(std::vector<ReadWord> own, std::vector<ReadWord> latin) {
  sort_words(own);
  sort_words(latin);
  std::vector<SeenWords> places;
  std::size_t i = 0, j = 0;
  while (i < own.size() || j < latin.size()) {
    const bool take_own = j == latin.size() || (i < own.size() && own[i].left <= latin[j].left);
    ReadWord& word = take_own ? own[i++] : latin[j++];
    if (places.empty() || !are_one(places.back(), word)) places.push_back({word.left, word.right, {}, {}});
    places.back().right = std::max(places.back().right, word.right);
    (take_own ? places.back().own : places.back().latin).push_back(std::move(word));
  }
  return places;
}

int least_sure(const std::vector<ReadWord>& words) {
  return std::min_element(words.begin(), words.end(),
                          [](const ReadWord& one, const ReadWord& other) { return one.confidence < other.confidence; })
      ->confidence;
}

bool is_latin(const std::vector<ReadWord>& words) {
  bool letters = false;
  for (const ReadWord& word : words) {
    for (const char byte : word.text) {
      if (static_cast<unsigned char>(byte) >= 0x80) return false;
      letters = letters || std::isalpha(static_cast<unsigned char>(byte)) != 0;
    }
  }
  return letters;
}

}  // namespace

std::optional<std::vector<ReadWord>> in_own_alphabets(std::vector<ReadWord> own, std::vector<ReadWord> latin,
                                                      LatinWords taken) {
  std::vector<ReadWord> words;
  bool any = false;
  for (SeenWords& seen : by_place(std::move(own), std::move(latin))) {
    if (seen.own.empty()) return std::nullopt;
    const bool other = !seen.latin.empty() && is_latin(seen.latin) && least_sure(seen.latin) >= taken.least &&
                       least_sure(seen.latin) >= least_sure(seen.own) + taken.surer;
    any = any || other;
    auto& from = other ? seen.latin : seen.own;
    std::move(from.begin(), from.end(), std::back_inserter(words));
  }
  if (!any) return std::nullopt;
  return words;
}

}  // namespace interlock::sight
