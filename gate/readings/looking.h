/// Actions that change nothing but what is shown: filters, sorting, pickers, the fields of a search, commands that only
/// read. A task that only reads needs them.
#pragma once

#include "gate/readings/evaluation_context.h"

namespace interlock::gate {

/// A field that says what is looked for: a search box, or a criterion of a search form ("From", "Check-in", "Min").
bool is_query_field(const Element& element);

/// EvaluationContext::element must be known. Whether the action, on what would else be part of a form, leaves all as it
/// is: a choice in a web page that is handed in by a button or filters what is shown, a field of a query, text in a
/// terminal that is not run yet or only reads, the button of a search.
bool leaves_unchanged(const EvaluationContext& context);

}  // namespace interlock::gate
