/// What the menus and dialogs of file managers call the acts that change files or run them.
#pragma once

#include <cstdint>
#include <string_view>

namespace interlock::gate {

enum class FileWord : std::uint8_t {
  other,
  runs,     ///< runs a program, or makes a file one that may be run
  removes,  ///< takes a file away: Cut, Move to Trash, Undo
  renames,
  puts,  ///< something new comes to be there: Paste, Extract Here, Create Document
};

/// `normal`: the whole label, normalised.
FileWord file_word(std::string_view normal);

}  // namespace interlock::gate
