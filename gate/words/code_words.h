/// Words in titles and labels that identify places of code, the commands that open them, and the commands that run
/// code.
#pragma once

#include <cstdint>
#include <string_view>

namespace interlock::gate {

enum class CodeWords : std::uint8_t {
  console_title,       ///< a window whose prompt runs what is entered: "Script-Fu Console"
  tools_title,         ///< a window of a browser's tools: "DevTools - example.com", "Browser Console"
  macro_editor_title,  ///< LibreOffice Basic
  macro,               ///< "macro", in titles of an office program's dialogs
  tools_label,         ///< a menu entry that opens developer tools or a console
  macro_label,         ///< a menu entry that opens a macro editor, or a script console
  run_label,           ///< a button or entry that runs what was entered
  prompt_name,         ///< "Console prompt"
};

/// Whether `text`, as an application wrote it, contains the words.
bool says(CodeWords which, std::string_view text);

}  // namespace interlock::gate
