/// Many patterns in one pass: an RE2::Set with the patterns it came from. Only for the gate's own sources; keeps RE2
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

/// Limits of one list of patterns. They limit memory: one list's automaton may grow to `set_memory`, and
/// `set_memory_each` more for each pattern.
inline constexpr std::size_t max_patterns = 10'000;
inline constexpr std::size_t max_pattern_bytes = 4096;
inline constexpr std::int64_t pattern_memory = 1 << 20;
inline constexpr std::int64_t set_memory = 4 << 20;
inline constexpr std::int64_t set_memory_each = 8 << 10;

/// A pattern in the form in which it can match normalised text: its characters outside ASCII are normalised like the
/// text.
std::string normalised_pattern(std::string_view pattern);

class PatternSet {
 public:
  struct Hit {
    std::size_t index = 0;  ///< first entry of the list that matches
    bool overflow = false;  ///< the automaton ran out of memory: counts as a match, because it may be one
  };

  PatternSet();
  ~PatternSet();
  PatternSet(PatternSet&&) noexcept;
  PatternSet& operator=(PatternSet&&) noexcept;

  /// Case-insensitive, matching anywhere in the text; `.` also matches a newline. Adds patterns that do not compile to
  /// `errors`.
  static PatternSet compile(const std::vector<std::string>& patterns, std::string_view key,
                            std::vector<PatternError>& errors);

  /// For patterns known to be valid; empty if one is not after all.
  static PatternSet compile_trusted(const std::vector<std::string>& patterns);

  /// Matches `text`, which must be normalised. Thread-safe.
  std::optional<Hit> match(std::string_view text) const;
  /// Adds the index of every entry that matches, in any order. False if the automaton ran out of memory: any entry may
  /// match.
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

/// A single pattern, such as `expected_window_pattern`.
class Pattern {
 public:
  /// Nothing if it does not compile; then `error` says why.
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
