#include "cli/tune/diff.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace interlock::cli {
namespace {

/// Above this the differing part is replaced as a whole, which is as right and less readable.
constexpr std::size_t most_cells = 16'000'000;

struct Row {
  char sign;
  std::string line;
  std::size_t was, now;  // lines before it
};

/// Rows of what was and is now, by their longest common subsequence.
std::vector<Row> rows_of(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const bool compares = (a.size() + 1) * (b.size() + 1) <= most_cells;
  const std::size_t width = b.size() + 1;
  std::vector<std::uint32_t> common(compares ? (a.size() + 1) * width : 0);
  for (std::size_t i = a.size(); compares && i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      common[i * width + j] = a[i] == b[j] ? common[(i + 1) * width + j + 1] + 1
                                           : std::max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  std::vector<Row> rows;
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    const bool both = i < a.size() && j < b.size();
    if (both && compares && a[i] == b[j]) {
      rows.push_back({' ', a[i], i, j});
      ++i, ++j;
    } else if (i < a.size() &&
               (j == b.size() || !compares || common[(i + 1) * width + j] >= common[i * width + j + 1])) {
      rows.push_back({'-', a[i], i, j});
      ++i;
    } else {
      rows.push_back({'+', b[j], i, j});
      ++j;
    }
  }
  return rows;
}

std::string hunk(const std::vector<Row>& rows, std::size_t begin, std::size_t end) {
  std::size_t was = 0, now = 0;
  std::string body;
  for (std::size_t row = begin; row < end; ++row) {
    was += rows[row].sign != '+' ? 1 : 0;
    now += rows[row].sign != '-' ? 1 : 0;
    body += rows[row].sign + rows[row].line + "\n";
  }
  const auto place = [](std::size_t before, std::size_t count) {
    return std::to_string(count == 0 ? before : before + 1) + "," + std::to_string(count);
  };
  return "@@ -" + place(rows[begin].was, was) + " +" + place(rows[begin].now, now) + " @@\n" + body;
}

}  // namespace

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string unified_diff(const std::string& was, const std::string& now, const std::string& name) {
  constexpr std::size_t around = 3;
  const auto rows = rows_of(lines_of(was), lines_of(now));
  const auto changed = [&](std::size_t row) { return rows[row].sign != ' '; };
  std::string text;
  for (std::size_t at = 0; at < rows.size();) {
    std::size_t first = at;
    while (first < rows.size() && !changed(first)) ++first;
    if (first == rows.size()) break;
    std::size_t last = first;  // of the hunk's changes
    for (std::size_t next = first; next < rows.size() && next <= last + 2 * around; ++next) {
      if (changed(next)) last = next;
    }
    const std::size_t end = std::min(rows.size(), last + around + 1);
    text += hunk(rows, std::max(at, first - std::min(first, around)), end);
    at = end;
  }
  return text.empty() ? text : "--- " + name + "\n+++ " + name + "\n" + text;
}

}  // namespace interlock::cli
