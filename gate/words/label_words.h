/// A label as the word lists read it: its words alone, with one space between them, where words may begin and where
/// clauses do. Scripts that write no spaces (Chinese, Japanese, Korean compounds, Thai) may begin a word at any
/// character.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate {

struct Word {
  std::uint32_t begin = 0;  ///< in LabelWords::text
  std::uint32_t end = 0;
  bool clause = false;  ///< the first word, or one behind punctuation that starts afresh
  bool inside = false;  ///< begins within a run of letters, as in scripts without spaces
  bool number = false;  ///< digits alone
};

struct LabelWords {
  std::string text;
  std::vector<Word> words;
};

/// `normal` is normalised text (values/text.h), which bounds it; all of it is read. Letters that one language writes in
/// two ways become one: the dotless i, Romanian cedillas, Greek accents, Arabic and Persian letter variants, Arabic and
/// Hebrew vowel signs.
LabelWords label_words(std::string_view normal);

/// `normal` without the mark of a mnemonic within a word, as some applications publish it: "De_lete", "De&lete".
/// Nothing if there is not exactly one.
std::optional<std::string> without_mnemonic(std::string_view normal);

/// `normal` without a chord of keys in parentheses at its end: "replace all (ctrl+alt+enter)", "run (f5)".
std::string_view without_chord(std::string_view normal);

/// Whether the text has a letter or a digit of any script.
bool has_letters(std::string_view text);

/// Whether the last letter belongs to a script that writes no spaces.
bool ends_in_free_script(std::string_view text);

}  // namespace interlock::gate
