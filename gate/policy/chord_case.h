/// Key chords that mean more than text: what each kind would do, and its name in the policy's `key_chords:`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace interlock::gate {

enum class ChordCase : std::uint8_t {
  close_unsaved,    ///< closes a window, tab or program whose work is not saved
  delete_for_good,  ///< shift+Delete on a file or message: past the trash
  console,          ///< leaves the desktop for a text console
  end_session,      ///< ends the desktop's session, or kills the display server
  power,            ///< switches off, suspends, hibernates
  lock,             ///< locks the screen: nothing can be done until a person unlocks it
  system_request,   ///< a command to the kernel
  launcher,         ///< opens a menu, a terminal or a field that runs what is typed next
  developer_tools,  ///< opens developer tools, a macro editor or a script console
};
inline constexpr std::size_t chord_case_count = 9;

struct ChordRow {
  ChordCase which;
  std::string_view code;  ///< in the policy and in the findings: "end_session"
  std::string_view what;  ///< for a sentence: "ends the session"
};

/// In the order of the enumeration.
std::span<const ChordRow> chord_table();
const ChordRow& describe(ChordCase which);
std::optional<ChordCase> chord_from_code(std::string_view code);

}  // namespace interlock::gate
