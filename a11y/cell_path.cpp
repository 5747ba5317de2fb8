#include "a11y/cell_path.h"

#include <array>
#include <charconv>
#include <string_view>

namespace interlock::a11y {

bool has_cell_path(const Toolkit& toolkit, Role role, Role around) {
  const bool cell = role == Role::table_cell || role == Role::table_column_header || role == Role::column_header;
  if (toolkit.tables_list_all_cells && around == Role::table && role == Role::table_cell) return true;
  return toolkit.tree_cells_made_anew && around == Role::tree && cell;
}

std::string cell_path(const Ref& tree, const Rect& place) {
  return tree.bus + tree.path + "@" + std::to_string(place.x) + "," + std::to_string(place.y) + "," +
         std::to_string(place.width) + "," + std::to_string(place.height);
}

std::optional<CellPlace> cell_place(const std::string& path) {
  const auto slash = path.find('/');
  const auto mark = path.find('@');
  if (slash == std::string::npos || mark == std::string::npos || mark < slash) return std::nullopt;
  std::array<std::int32_t, 4> numbers{};
  const char* at = path.data() + mark + 1;
  const char* const end = path.data() + path.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto read = std::from_chars(at, end, numbers[i]);
    const bool last = i + 1 == numbers.size();
    if (read.ec != std::errc() || (last ? read.ptr != end : read.ptr == end || *read.ptr != ',')) return std::nullopt;
    at = read.ptr + 1;
  }
  return CellPlace{.tree = {path.substr(0, slash), path.substr(slash, mark - slash)},
                   .place = {numbers[0], numbers[1], numbers[2], numbers[3]}};
}

}  // namespace interlock::a11y
