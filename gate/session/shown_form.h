/// What the form around a control holds and says, as one text to compare: a person's yes to the control holds for this
/// and for nothing else.
#pragma once

#include <string>
#include <vector>

#include "values/assessment.h"
#include "values/observation.h"

namespace interlock::gate {

/// Whether a question with these findings is about a form: the consequence depends on what stands in it.
bool is_about_form(const Assessment& assessment);

/// Whether the element belongs to what the form holds or says: a field's value, what is selected or switched on, a text
/// with a number or an address in it (an amount, a date, a recipient).
bool shows_form(const Element& element);

/// The elements that tell of the form, in order.
std::string shown_form(const std::vector<Element>& visible);

}  // namespace interlock::gate
