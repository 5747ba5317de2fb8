/// A word of a command line as far as it can be told before it runs: its text, with a mark where something stands that
/// is only known then, and where that something comes from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate::shell {

/// Stands in a text for what is not known: an unset variable, a command's output, a file's content.
inline constexpr char unknown_char = '\x01';
inline constexpr std::string_view unknown_text = "\x01";

inline bool is_known(std::string_view text) {
  return text.find(unknown_char) == std::string_view::npos;
}

/// Some of a script's commands: [begin, end).
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool empty() const { return begin == end; }
  bool operator==(const Range&) const = default;
};

struct Value {
  static constexpr std::size_t max_sources = 64;
  std::string text;
  std::vector<Range> sources;  ///< the commands whose output is part of it, each once

  /// Of too many the last is widened until it covers the rest, and what lies between: a harmless source more must not
  /// hide a download.
  void add_sources(const std::vector<Range>& more) {
    for (const Range& source : more) {
      if (std::find(sources.begin(), sources.end(), source) != sources.end()) continue;
      if (sources.size() < max_sources) {
        sources.push_back(source);
      } else {
        Range& last = sources.back();
        last = {std::min(last.begin, source.begin), std::max(last.end, source.end)};
      }
    }
  }
};

struct Word : Value {
  bool glob = false;         ///< has a wildcard that is not quoted
  std::vector<Range> feeds;  ///< the commands of a >(...), which read what is written to the word
};

}  // namespace interlock::gate::shell
