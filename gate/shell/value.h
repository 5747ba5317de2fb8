/// A word of a command line as far as it is known before it runs: its text, with a mark for parts that are only known
/// at run time, and the source of these parts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate::shell {

/// In a text: an unknown part, such as an unset variable, a command's output, a file's content.
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
  bool secret = false;         ///< a variable that is named after a secret is part of it

  /// If there are too many, the last one is widened until it covers the rest, and everything in between: an additional
  /// harmless source must not hide a download.
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
  bool glob = false;         ///< has an unquoted wildcard
  std::vector<Range> feeds;  ///< the commands of a >(...), which read what is written to the word's file
};

}  // namespace interlock::gate::shell
