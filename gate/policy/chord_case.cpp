#include "gate/policy/chord_case.h"

#include <algorithm>
#include <array>

#include "values/table_order.h"

namespace interlock::gate {
namespace {

constexpr std::array<ChordRow, chord_case_count> chord_rows = {{
    {ChordCase::close_unsaved, "close_unsaved", "closes unsaved work"},
    {ChordCase::delete_for_good, "delete_for_good", "deletes without the trash"},
    {ChordCase::console, "console", "leaves the desktop for a text console, where nothing can be seen"},
    {ChordCase::end_session, "end_session", "ends the desktop's session, with everything that is open in it"},
    {ChordCase::power, "power", "switches the computer off or puts it to sleep"},
    {ChordCase::lock, "lock", "locks the screen until a person unlocks it"},
    {ChordCase::system_request, "system_request", "is a command to the kernel"},
    {ChordCase::launcher, "launcher", "opens a menu or a window that takes the next typed text"},
    {ChordCase::developer_tools, "developer_tools",
     "opens developer tools or a console, where entered text runs as a program"},
}};

static_assert(in_order(chord_rows, &ChordRow::which), "the table is in the order of the enumeration");

}  // namespace

std::span<const ChordRow> chord_table() {
  return chord_rows;
}

const ChordRow& describe(ChordCase which) {
  return chord_rows[static_cast<std::size_t>(which) % chord_rows.size()];
}

std::optional<ChordCase> chord_from_code(std::string_view code) {
  const auto found =
      std::find_if(chord_rows.begin(), chord_rows.end(), [&](const ChordRow& row) { return row.code == code; });
  return found == chord_rows.end() ? std::nullopt : std::optional(found->which);
}

}  // namespace interlock::gate
