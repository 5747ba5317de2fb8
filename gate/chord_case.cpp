#include "gate/chord_case.h"

#include <algorithm>
#include <array>

namespace interlock::gate {
namespace {

constexpr std::array<ChordRow, chord_case_count> table = {{
    {ChordCase::close_unsaved, "close_unsaved", "closes what is not saved"},
    {ChordCase::delete_for_good, "delete_for_good", "deletes past the trash"},
    {ChordCase::console, "console", "leaves the desktop for a text console, where nothing can be seen"},
    {ChordCase::end_session, "end_session", "ends the desktop's session, with all that is open in it"},
    {ChordCase::power, "power", "switches the computer off or puts it to sleep"},
    {ChordCase::lock, "lock", "locks the screen until a person unlocks it"},
    {ChordCase::system_request, "system_request", "is a command to the kernel"},
    {ChordCase::launcher, "launcher", "opens a menu or a window that takes what is typed next"},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].which) != i) return false;
  }
  return true;
}
static_assert(in_order(), "the table is in the order of the enumeration");

}  // namespace

std::span<const ChordRow> chord_table() {
  return table;
}

const ChordRow& describe(ChordCase which) {
  return table[static_cast<std::size_t>(which) % table.size()];
}

std::optional<ChordCase> chord_from_code(std::string_view code) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const ChordRow& row) { return row.code == code; });
  return found == table.end() ? std::nullopt : std::optional(found->which);
}

}  // namespace interlock::gate
