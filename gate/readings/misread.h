/// Labels whose letters may have been misread: what they say if they are read with tolerance.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate {

/// How a text was read.
struct Reader {
  /// So sure that it can only have taken a Latin letter for one of similar shape, or have lost a thin one (i, l, t);
  /// other errors in Latin letters, and all in Chinese, Japanese and Korean ones, count as two.
  bool certain = false;
  /// Of the application's labels (ISO 639-1: "de"); empty: unknown. If they are known, a certain reader only loses
  /// accents in phrases of other languages than these and English in the same alphabet.
  std::vector<std::string> languages = {};
};

/// The readings of a label that a reader of pixels may have got wrong. In each, one phrase of the word lists that has a
/// consequence or says yes stands in place of the part of the label that resembles it: the letters are the same but for
/// accents, look-alikes of other scripts, blanks, and one error in each six letters, four kana or three Chinese or
/// Korean characters (words of katakana are compared as a whole). A part that has the phrase's consequence as it was
/// read is no misreading of it: another form of the verb. `normal` is normalised; it is not among the results. At most
/// 64.
std::vector<std::string> misreadings(std::string_view normal, const Reader& reader);

/// The number of letters in it; a Chinese, Japanese or Korean character counts as two.
std::size_t letter_count(std::string_view text);

/// Whether one of them is Chinese, Japanese or Korean.
bool has_wide_letters(std::string_view text);

}  // namespace interlock::gate
