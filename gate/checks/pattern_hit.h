/// The texts in which the published design searches for its words: the action's own text, and the target's texts.
#pragma once

#include <optional>
#include <string>

#include "gate/readings/evaluation_context.h"
#include "gate/words/pattern_set.h"

namespace interlock::gate {

/// A pattern that matched, and where, for a sentence.
struct WordHit {
  Reason where;           ///< "the text to type", or the target
  std::string pattern;    ///< as written in the policy; empty if it would reveal a secret
  bool too_long = false;  ///< nothing was found, but a text was too long to be searched
};

/// The first place in which one of `patterns` matches.
std::optional<WordHit> find_words(const EvaluationContext& context, const PatternSet& patterns);
/// The same only in the target's texts.
std::optional<WordHit> find_in_target(const EvaluationContext& context, const PatternSet& patterns);

/// "is in the blocklist (\bdelete\b)" and similar.
Reason matched_text(const WordHit& hit, std::string_view list);

}  // namespace interlock::gate
