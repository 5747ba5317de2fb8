/// What a key chord puts into text.
#pragma once

#include <cstdint>
#include <string>

#include "values/key_chord.h"

namespace interlock {

/// What a chord does to the text in which the cursor stands.
enum class KeyEffect : std::uint8_t {
  nothing,    ///< a modifier alone, a key that leaves the text and the cursor
  character,  ///< enters `character`; empty where it enters one that the name does not tell
  returns,    ///< ends the line (is_return)
  backspace,  ///< takes the last character back
  drop_line,  ///< ctrl+c, ctrl+u: a shell drops the line, other programs may not
  paste,      ///< enters the clipboard or the selection
  tab,        ///< completes, indents, or moves the focus
  runs,       ///< a chord that may hand the line over, as ctrl+o does in a shell; the line may stay
  other,      ///< anything else: moves the cursor, recalls a line, ...
};

struct KeyText {
  KeyEffect effect = KeyEffect::other;
  std::string character;  ///< UTF-8
};

KeyText key_text(const KeyChord& chord);

}  // namespace interlock
