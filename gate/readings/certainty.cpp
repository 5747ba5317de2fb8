#include "gate/readings/certainty.h"

#include <algorithm>
#include <array>

#include "gate/readings/evaluation_context.h"

namespace interlock::gate {
namespace {

/// Measured on the first, third, ... labelled case by tests/unit/gate/certainty_test.cpp, which prints the shares, and
/// checked on the others.
constexpr std::array<GroundRow, 8> grounds = {{
    {Ground::fact, "fact", 1.0},
    {Ground::unseen, "unseen", 0.5},
    {Ground::own_words, "own_words", 0.97},
    {Ground::words_around, "words_around", 0.95},
    {Ground::dangerous_line, "dangerous_line", 0.98},
    {Ground::harmless_line, "harmless_line", 0.9},
    {Ground::harmless_name, "harmless_name", 0.94},
    {Ground::no_name, "no_name", 0.85},
}};

/// Names that stand for whatever is around them; in the languages of the word lists these are short, too.
bool says_little(std::string_view label) {
  constexpr std::array<std::string_view, 8> names = {"ok",    "yes",  "continue", "proceed",
                                                     "apply", "done", "confirm",  "go"};
  if (std::count_if(label.begin(), label.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; }) < 3) return true;
  return std::find(names.begin(), names.end(), label) != names.end();
}

}  // namespace

std::span<const GroundRow> ground_table() {
  return grounds;
}

double confidence_of(Ground ground) {
  return grounds[static_cast<std::size_t>(ground)].confidence;
}

Ground ground_of(const EvaluationContext& context, const Assessment& assessment) {
  if (context.deed.needs_target && context.target.is_unknown() && !context.submitted.any) return Ground::unseen;
  // Patterns hold or do not; what was measured is interlock's own reading of labels and lines.
  if (!context.consequence) return Ground::fact;
  if (assessment.decision > Decision::allow && assessment.rule == "command") return Ground::dangerous_line;
  if (assessment.decision > Decision::allow && assessment.rule == "irreversible") {
    const bool own = assessment.code == "consequence" || assessment.code == "irreversible_words";
    return own ? Ground::own_words : Ground::words_around;
  }
  if (assessment.decision > Decision::allow) return Ground::fact;
  if (context.submitted.any) return Ground::harmless_line;
  if (!context.activates) return Ground::fact;
  return says_little(context.label.text) ? Ground::no_name : Ground::harmless_name;
}

}  // namespace interlock::gate
