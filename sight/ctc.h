/// Text from the result of a network that was trained by connectionist temporal classification: at each step from left
/// to right a probability for each character, or for none. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::sight {

/// The characters that a network tells apart: one a line of a file, valid UTF-8. Nothing if there are none, if a line
/// is empty or longer than 16 bytes, or if there are more than 65,536.
std::optional<std::vector<std::string>> decode_characters(std::string_view file);

struct Decoded {
  std::string text;
  /// 0 to 100: the probability of its least certain letter or digit. What may be one that was left out, or was taken
  /// for a mark of punctuation, lowers it, too. The letter of a mnemonic in parentheses at its end does not count.
  int confidence = 0;
};

/// `probabilities`: step by step, for each class 0 to 1. Class 0 is no character, the following ones are `characters`,
/// and the last is a blank. Empty if the sizes do not fit, or if it is no text.
Decoded decode_ctc(const std::vector<float>& probabilities, std::size_t steps,
                   const std::vector<std::string>& characters);

}  // namespace interlock::sight
