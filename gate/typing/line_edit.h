/// What keys do to the line before the cursor in programs that edit it as readline does (bash, zsh, psql, python): only
/// keys whose effect is the same in bash's emacs and vi insert modes and in zsh, as far as those bind them.
#pragma once

#include <cstdint>

#include "values/key_chord.h"

namespace interlock::gate {

enum class LineEdit : std::uint8_t {
  none,             ///< not modelled
  nothing,          ///< leaves the line as it is: the desktop's own keys
  left,             ///< a character
  right,            ///< at the end of a line some shells put a suggestion there
  word_left,        ///< to the beginning of a word of letters and digits
  word_right,       ///< to its end
  start,            ///< of the line
  end,              ///< as right
  erase,            ///< the character behind the cursor
  erase_word_back,  ///< to the blank before
  erase_word,       ///< the word behind the cursor
  erase_to_end,     ///< of the line
  earlier,          ///< a line of the history
  later,            ///< nothing, unless an earlier one was fetched
  prefix,           ///< Escape: the next character is one with Alt
  leaves,           ///< ctrl+z, ctrl+x: a program with a screen may go into the background or end
};

LineEdit line_edit(const KeyChord& chord);

/// What Escape and then the character `c` do.
LineEdit line_edit_behind_escape(char c);

}  // namespace interlock::gate
