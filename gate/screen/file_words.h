/// The names, in menus and dialogs of file managers, of commands that change files or run them.
#pragma once

#include <cstdint>
#include <string_view>

namespace interlock::gate {

enum class FileWord : std::uint8_t {
  other,
  runs,     ///< runs a program, or makes a file executable
  removes,  ///< removes a file: Cut, Move to Trash, Undo
  renames,
  puts,  ///< adds a file: Paste, Extract Here, Create Document
};

/// `normal`: the whole label, normalised.
FileWord file_word(std::string_view normal);

}  // namespace interlock::gate
