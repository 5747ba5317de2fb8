/// Words that were read from the screen, put together as people see them: the label of a button, a line of a text.
/// Pure.
#pragma once

#include <string>
#include <vector>

#include "sight/wire.h"

namespace interlock::daemon {

struct TextRun {
  std::string text;    ///< words with one blank between them; has a letter or a digit
  int confidence = 0;  ///< of its least certain word: 0 to 100
  Rect place;
};

/// Words that stand in one line, with no wider gap between them than most of a line's height, from the top of the
/// screen down and from left to right. Words that the reader is hardly sure of (icons, decoration) are left out.
std::vector<TextRun> text_runs(std::vector<sight::Word> words);

}  // namespace interlock::daemon
