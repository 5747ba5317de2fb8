/// What an action only takes back of what the same session did before: "Stop capturing" after "Start capturing",
/// "Discard" of what it entered itself.
#pragma once

#include "gate/readings/evaluation_context.h"
#include "gate/session/own_deeds.h"
#include "gate/words/lexicon.h"

namespace interlock::gate {

/// Remembers what the action enters into a page, or which control it presses.
void record_own_deed(OwnDeeds& deeds, const EvaluationContext& context);

/// Whether the session wrote something on the page, as a post or a letter; not what it searched for or chose. True also
/// if the page is not known.
bool wrote_here(const EvaluationContext& context);

/// Whether it wrote a comment on the page, into a field that says so ("Add a comment"). True also if it did on more
/// pages than are remembered.
bool commented_here(const EvaluationContext& context);

/// Whether it pressed a check box or a switch in the control's application or page: one may be "Do not ask again". True
/// also if the place is not known, or it did in more places than are remembered.
bool switched_here(const EvaluationContext& context);

/// Whether the control, which says `label`, only ends what the session began, or throws away what it entered.
bool takes_back_own(const EvaluationContext& context, const LabelReading& label);

}  // namespace interlock::gate
