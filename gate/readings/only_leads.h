/// Controls of a page that only lead to where something is done, show what could be done, or hand out one's own papers.
#pragma once

#include "gate/readings/evaluation_context.h"
#include "gate/words/lexicon.h"

namespace interlock::gate {

/// Whether the control of a page, which says `label`, only leads there. False outside of pages.
bool only_leads(const EvaluationContext& context, const LabelReading& label);

/// A cart, by the page's address and title: what is taken out of it can be put in again, and nothing is paid there.
bool is_in_cart(const EvaluationContext& context);

}  // namespace interlock::gate
