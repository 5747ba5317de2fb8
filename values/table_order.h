/// Tables with one row for each enumerator, indexed by its number.
#pragma once

#include <cstddef>

namespace interlock {

/// True if the index of each row is the number of its enumerator; for a static_assert beside the table.
template <class Table, class Row, class Enumerator>
constexpr bool in_order(const Table& table, Enumerator Row::*which) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].*which) != i) return false;
  }
  return true;
}

}  // namespace interlock
