#include "sight/ctc.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "values/utf8.h"

namespace interlock::sight {

namespace {

/// Steps that follow each other and show the same.
struct Emission {
  std::size_t best = 0;  ///< its class
  std::size_t begin = 0;
  std::size_t end = 0;
  float probability = 0;  ///< the largest of its class
};

class Steps {
 public:
  Steps(const std::vector<float>& probabilities, std::size_t classes)
      : probabilities_(probabilities), classes_(classes) {}

  const float* at(std::size_t step) const { return probabilities_.data() + step * classes_; }

  std::vector<Emission> emissions(std::size_t steps) const {
    std::vector<Emission> emissions;
    for (std::size_t step = 0; step < steps; ++step) {
      const float* const row = at(step);
      const auto best = static_cast<std::size_t>(std::max_element(row, row + classes_) - row);
      if (emissions.empty() || emissions.back().best != best) emissions.push_back({best, step, step, 0});
      emissions.back().end = step + 1;
      emissions.back().probability = std::max(emissions.back().probability, row[best]);
    }
    return emissions;
  }

  /// Of a letter or digit other than the two beside the emission, in any of its steps.
  float largest_other(const Emission& emission, std::size_t before, std::size_t after,
                      const std::vector<bool>& says_something) const {
    float largest = 0;
    for (std::size_t step = emission.begin; step < emission.end; ++step) {
      for (std::size_t i = 1; i + 1 < classes_; ++i) {
        if (says_something[i] && i != before && i != after) largest = std::max(largest, at(step)[i]);
      }
    }
    return largest;
  }

 private:
  const std::vector<float>& probabilities_;
  std::size_t classes_;
};

/// A character of the text, and how sure it is; 1 for marks of punctuation and blanks.
struct Shown {
  std::string text;
  float probability = 1;
};

bool is_letter_or_digit(const std::string& character) {
  UChar32 code = 0;
  std::int32_t at = 0;
  U8_NEXT(character.data(), at, static_cast<std::int32_t>(character.size()), code);
  return code >= 0 && u_isalnum(code) != 0;
}

/// Behind a label of Chinese or Japanese: "(O)".
bool ends_in_mnemonic(const std::vector<Shown>& shown) {
  constexpr std::size_t least = 4;
  if (shown.size() < least) return false;
  const auto from_end = [&](std::size_t i) { return shown[shown.size() - i].text; };
  const bool closed = from_end(1) == ")" || from_end(1) == "）";
  return closed && from_end(2).size() == 1 && (from_end(3) == "(" || from_end(3) == "（");
}

}  // namespace

std::optional<std::vector<std::string>> decode_characters(std::string_view file) {
  constexpr std::size_t most = 65536, longest = 16;
  std::vector<std::string> characters;
  while (!file.empty()) {
    std::string_view line = file.substr(0, file.find('\n'));
    file.remove_prefix(std::min(file.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.size() > longest || characters.size() == most) return std::nullopt;
    std::string character = valid_utf8(line);
    if (character != line) return std::nullopt;
    characters.push_back(std::move(character));
  }
  if (characters.empty()) return std::nullopt;
  return characters;
}

Decoded decode_ctc(const std::vector<float>& probabilities, std::size_t steps,
                   const std::vector<std::string>& characters) {
  const std::size_t classes = characters.size() + 2;
  if (steps == 0 || probabilities.size() / classes != steps || probabilities.size() % classes != 0) return {};
  if (!std::all_of(probabilities.begin(), probabilities.end(), [](float p) { return p >= 0 && p <= 1.001F; }))
    return {};
  const Steps all(probabilities, classes);
  const auto emissions = all.emissions(steps);
  std::vector<bool> says_something(classes);
  for (std::size_t i = 0; i < characters.size(); ++i) says_something[i + 1] = is_letter_or_digit(characters[i]);
  std::vector<Shown> shown;
  float least = 1;
  for (std::size_t i = 0; i < emissions.size(); ++i) {
    const Emission& emission = emissions[i];
    if (emission.best != 0) {
      shown.push_back({emission.best <= characters.size() ? characters[emission.best - 1] : " "});
    }
    if (says_something[emission.best]) {
      shown.back().probability = emission.probability;
    } else {
      const std::size_t before = i == 0 ? 0 : emissions[i - 1].best;
      const std::size_t after = i + 1 == emissions.size() ? 0 : emissions[i + 1].best;
      least = std::min(least, 1 - all.largest_other(emission, before, after, says_something));
    }
  }
  if (ends_in_mnemonic(shown)) shown[shown.size() - 2].probability = 1;
  Decoded decoded;
  for (const Shown& character : shown) {
    decoded.text += character.text;
    least = std::min(least, character.probability);
  }
  if (decoded.text.empty()) return {};
  decoded.confidence = static_cast<int>(std::floor(100 * std::clamp(least, 0.0F, 1.0F)));
  return decoded;
}

}  // namespace interlock::sight
