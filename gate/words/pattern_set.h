/// Many patterns, one pass: an RE2::Set with the patterns it came from. For the gate's own sources alone; keeps RE2
/// out of the headers that others include.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/words/pattern_error.h"

namespace re2 {
class RE2;
}

namespace interlock::gate {

/// Limits of one list of patterns. They bound memory: what one list's automaton may grow to is `set_memory`, and
/// `set_memory_each` more for each pattern.
inline constexpr std::size_t max_patterns = 10'000;
inline constexpr std::size_t max_pattern_bytes = 4096;
inline constexpr std::int64_t pattern_memory = 1 << 20;
inline constexpr std::int64_t set_memory = 4 << 20;
inline constexpr std::int64_t set_memory_each = 8 << 10;

/// A pattern as it can match normalised text: its characters outside ASCII normalised like the text.
std::string normalised_pattern(std::string_view pattern);

class PatternSet {
 public:
  struct Hit {
    std::size_t index = 0;  ///< first entry of the list that matches
    bool overflow = false;  ///< the automaton ran out of memory: taken for a match, because it may be one
  };

  PatternSet();
  ~PatternSet();
  PatternSet(PatternSet&&) noexcept;
  PatternSet& operator=(PatternSet&&) noexcept;

  /// Case-insensitive, found anywhere in the text, `.` matches a newline too. Adds to `errors` what does not compile.
  static PatternSet compile(const std::vector<std::string>& patterns, std::string_view key,
                            std::vector<PatternError>& errors);

  /// Patterns known to be good; empty when one is not after all.
  static PatternSet compile_trusted(const std::vector<std::string>& patterns);

  /// Matches `text`, which is normalised. Thread-safe.
  std::optional<Hit> match(std::string_view text) const;
  /// Adds the index of every entry that matches, in no order. False when the automaton ran out of memory: any may.
  bool match_all(std::string_view text, std::vector<int>& into) const;
  /// The pattern as it was written.
  const std::string& source(std::size_t index) const { return sources_[index]; }
  bool empty() const { return sources_.empty(); }

 private:
  struct Automaton;
  static PatternSet build(const std::vector<std::string>& patterns);
  std::unique_ptr<const Automaton> automaton_;
  std::vector<std::string> sources_;
};

/// One pattern of its own, as `expected_window_pattern`.
class Pattern {
 public:
  /// Nothing when it does not compile; then `error` says why.
  static std::optional<Pattern> compile(std::string_view pattern, std::string& error);
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();
  bool found_in(std::string_view text) const;

 private:
  explicit Pattern(std::unique_ptr<const re2::RE2> regex);
  std::unique_ptr<const re2::RE2> regex_;
};

}  // namespace interlock::gate
