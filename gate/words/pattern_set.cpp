#include "gate/words/pattern_set.h"

#include <algorithm>

#include <re2/re2.h>
#include <re2/set.h>
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>

#include "values/text.h"

namespace interlock::gate {
namespace {

RE2::Options options(std::int64_t memory) {
  RE2::Options options;
  options.set_case_sensitive(false);
  options.set_dot_nl(true);
  options.set_log_errors(false);
  options.set_max_mem(memory);
  return options;
}

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

/// Why `pattern` cannot be used; empty if it can.
std::string fault(const std::string& pattern) {
  if (pattern.empty()) return "an empty pattern matches everything";
  if (pattern.size() > max_pattern_bytes) return "longer than " + std::to_string(max_pattern_bytes) + " bytes";
  const RE2 regex(normalised_pattern(pattern), options(pattern_memory));
  return regex.ok() ? std::string() : regex.error();
}

/// ICU's own instance; null without its data. Kept here for the same reason as the one in text.cpp.
const icu::Normalizer2* composing() {
  static const icu::Normalizer2* const made = [] {
    UErrorCode status = U_ZERO_ERROR;
    const auto* instance = icu::Normalizer2::getNFCInstance(status);
    return U_SUCCESS(status) ? instance : nullptr;
  }();
  return made;
}

}  // namespace

std::string normalised_pattern(std::string_view pattern) {
  // Composed first, so that a letter with its accent is one character; then only characters outside ASCII are folded:
  // folding the rest would turn \B into \b.
  std::string composed(pattern);
  if (const icu::Normalizer2* compose = composing()) {
    UErrorCode status = U_ZERO_ERROR;
    std::string result;
    icu::StringByteSink<std::string> sink(&result);
    compose->normalizeUTF8(0, composed, sink, nullptr, status);
    if (U_SUCCESS(status)) composed = std::move(result);
  }
  std::string normal;
  for (auto at = composed.begin(); at != composed.end();) {
    if (is_ascii(*at)) {
      normal += *at++;
      continue;
    }
    const auto end = std::find_if(at, composed.end(), is_ascii);
    normal += RE2::QuoteMeta(normalise(std::string(at, end)).text);
    at = end;
  }
  return normal;
}

struct PatternSet::Automaton {
  explicit Automaton(const RE2::Options& options) : set(options, RE2::UNANCHORED) {}
  RE2::Set set;
};

PatternSet::PatternSet() = default;
PatternSet::~PatternSet() = default;
PatternSet::PatternSet(PatternSet&&) noexcept = default;
PatternSet& PatternSet::operator=(PatternSet&&) noexcept = default;

PatternSet PatternSet::compile(const std::vector<std::string>& patterns, std::string_view key,
                               std::vector<PatternError>& errors) {
  PatternSet result;
  if (patterns.empty()) return result;
  const std::size_t errors_before = errors.size();
  if (patterns.size() > max_patterns) {
    errors.push_back({std::string(key), max_patterns, "more than " + std::to_string(max_patterns) + " patterns"});
    return result;
  }
  for (std::size_t index = 0; index < patterns.size(); ++index) {
    std::string message = fault(patterns[index]);
    if (!message.empty()) errors.push_back({std::string(key), index, std::move(message)});
  }
  if (errors.size() > errors_before) return result;
  result = build(patterns);
  if (result.empty()) errors.push_back({std::string(key), 0, "the patterns together need too much memory"});
  return result;
}

PatternSet PatternSet::compile_trusted(const std::vector<std::string>& patterns) {
  return build(patterns);
}

PatternSet PatternSet::build(const std::vector<std::string>& patterns) {
  PatternSet result;
  auto automaton =
      std::make_unique<Automaton>(options(set_memory + set_memory_each * static_cast<std::int64_t>(patterns.size())));
  for (const std::string& pattern : patterns) {
    if (automaton->set.Add(normalised_pattern(pattern), nullptr) < 0) return result;
  }
  if (!automaton->set.Compile()) return result;
  result.automaton_ = std::move(automaton);
  result.sources_ = patterns;
  return result;
}

std::optional<PatternSet::Hit> PatternSet::match(std::string_view text) const {
  if (!automaton_) return std::nullopt;
  const re2::StringPiece piece(text.data(), text.size());
  RE2::Set::ErrorInfo error{RE2::Set::kNoError};
  // Without a list of matches the search may stop at the first one; most texts have none.
  if (!automaton_->set.Match(piece, nullptr, &error)) {
    return error.kind == RE2::Set::kNoError ? std::nullopt : std::optional(Hit{0, true});
  }
  std::vector<int> matches;
  if (!automaton_->set.Match(piece, &matches, &error) || matches.empty()) return Hit{0, true};
  return Hit{static_cast<std::size_t>(*std::min_element(matches.begin(), matches.end())), false};
}

bool PatternSet::match_all(std::string_view text, std::vector<int>& into) const {
  if (!automaton_) return true;
  const re2::StringPiece piece(text.data(), text.size());
  std::vector<int> matches;
  RE2::Set::ErrorInfo error{RE2::Set::kNoError};
  if (!automaton_->set.Match(piece, &matches, &error)) return error.kind == RE2::Set::kNoError;
  into.insert(into.end(), matches.begin(), matches.end());
  return true;
}

Pattern::Pattern(std::unique_ptr<const re2::RE2> regex) : regex_(std::move(regex)) {}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

std::optional<Pattern> Pattern::compile(std::string_view pattern, std::string& error) {
  if (pattern.size() > max_pattern_bytes) {
    error = "longer than " + std::to_string(max_pattern_bytes) + " bytes";
    return std::nullopt;
  }
  auto regex = std::make_unique<const RE2>(normalised_pattern(pattern), options(pattern_memory));
  if (!regex->ok()) {
    error = regex->error();
    return std::nullopt;
  }
  return Pattern(std::move(regex));
}

bool Pattern::found_in(std::string_view text) const {
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *regex_);
}

}  // namespace interlock::gate
