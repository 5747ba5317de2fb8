/// A line with words in two alphabets ("Файл PDF"), of which two readers each know one: each word is taken from the
/// reader that knows its letters. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace interlock::sight {

/// A word as a reader saw it, and the columns of the line where it stands.
struct ReadWord {
  std::string text;
  int confidence = 0;  ///< percent
  std::int32_t left = 0, right = 0;
};

/// How sure a reader of Latin letters must be of a word that the other one has read in its own letters: its letters
/// look like some of the other alphabet.
struct LatinWords {
  int least = 0;  ///< at least so sure, in percent
  int surer = 0;  ///< and by so much surer than the other
};

/// The words of `own`, in another alphabet than the Latin one, with those of `latin` in their place that are Latin.
/// Nothing if none is, or if the readers do not agree where words stand.
std::optional<std::vector<ReadWord>> in_own_alphabets(std::vector<ReadWord> own, std::vector<ReadWord> latin,
                                                      LatinWords taken);

}  // namespace interlock::sight
