/// The effect of a key chord on text.
#pragma once

#include <cstdint>
#include <string>

#include "values/key_chord.h"

namespace interlock {

/// What a chord does to the text that has the cursor.
enum class KeyEffect : std::uint8_t {
  nothing,    ///< a modifier alone, or a key that changes neither text nor cursor
  character,  ///< enters `character`; empty if the key's name does not determine it
  returns,    ///< ends the line (is_return)
  backspace,  ///< deletes the last character
  drop_line,  ///< ctrl+c, ctrl+u: a shell discards the line, other programs may not
  paste,      ///< enters the clipboard or the selection
  tab,        ///< completes, indents, or moves the focus
  runs,       ///< may run the line, as ctrl+o does in a shell; the line may stay
  other,      ///< anything else: moves the cursor, recalls a line, ...
};

struct KeyText {
  KeyEffect effect = KeyEffect::other;
  std::string character;  ///< UTF-8
};

KeyText key_text(const KeyChord& chord);

}  // namespace interlock
