/// Tables with a row for each enumerator, found by its number.
#pragma once

#include <cstddef>

namespace interlock {

/// True when each row stands where the number of its enumerator says; for a static_assert beside the table.
template <class Table, class Row, class Enumerator>
constexpr bool in_order(const Table& table, Enumerator Row::*which) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].*which) != i) return false;
  }
  return true;
}

}  // namespace interlock
