/// What the control's application takes back by itself, so that its label has no consequence there: an editor's Undo,
/// coming and going in a meeting, the news of a tracker.
#pragma once

#include "gate/words/lexicon.h"

namespace interlock::gate {

struct EvaluationContext;

/// `label.category` is set.
bool is_taken_back(const EvaluationContext& context, const LabelReading& label);

}  // namespace interlock::gate
