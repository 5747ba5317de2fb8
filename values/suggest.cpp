#include "values/suggest.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "values/utf8.h"

namespace interlock {
namespace {

constexpr std::size_t shown_bytes = 60;
constexpr std::size_t longest_name = 64;  ///< a longer text is no slip of a name

/// The optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string in_single_quotes(std::string_view text) {
  std::string part(utf8_prefix(text, shown_bytes));
  const bool whole = part.size() == text.size();
  for (char& c : part) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return "'" + part + (whole ? "'" : "...'");
}

std::string_view nearest(std::string_view given, std::span<const std::string_view> names) {
  if (given.empty() || given.size() > longest_name) return {};
  std::string_view found;
  std::size_t least = 0;
  for (std::string_view name : names) {
    const std::size_t edits = distance(given, name);
    const std::size_t most = std::max<std::size_t>(1, std::max(given.size(), name.size()) / 3);
    if (edits > most || (!found.empty() && edits >= least)) continue;
    found = name;
    least = edits;
  }
  return found;
}

std::string did_you_mean(std::string_view given, std::span<const std::string_view> names) {
  const std::string_view meant = nearest(given, names);
  return meant.empty() ? std::string() : ", did you mean '" + std::string(meant) + "'?";
}

std::string listed(std::span<const std::string_view> names) {
  std::string all;
  for (std::string_view name : names) {
    if (!all.empty()) all += ", ";
    all += name;
  }
  return all;
}

}  // namespace interlock
