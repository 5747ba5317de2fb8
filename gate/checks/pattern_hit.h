/// Where the published design looks for its words: the action's own text, and what the target says.
#pragma once

#include <optional>
#include <string>

#include "gate/readings/evaluation_context.h"
#include "gate/words/pattern_set.h"

namespace interlock::gate {

/// A pattern that was found, and where, for a sentence.
struct WordHit {
  std::string where;      ///< "the text to type", or the target
  std::string pattern;    ///< as written in the policy; empty where naming it would tell of a secret
  bool too_long = false;  ///< nothing was found, but a text was longer than is read
};

/// The first place in which one of `patterns` is found.
std::optional<WordHit> find_words(const EvaluationContext& context, const PatternSet& patterns);
/// The same in what the target says alone.
std::optional<WordHit> find_in_target(const EvaluationContext& context, const PatternSet& patterns);

/// "is in the blocklist (\bdelete\b)" and its like.
std::string matched_text(const WordHit& hit, std::string_view list);

}  // namespace interlock::gate
