/// Small statistics for the summary tables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace interlock::soak {

/// The quantile: the value that the fraction `q` (0 to 1) of all values does not exceed; 0 if there are none.
inline double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  const auto at = static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

}  // namespace interlock::soak
