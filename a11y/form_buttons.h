/// The buttons that Return in a field of a web page may press.
#pragma once

#include <vector>

#include "a11y/ancestry.h"
#include "a11y/look.h"
#include "a11y/top_levels.h"

namespace interlock::a11y {

/// Return presses the first button of the field's form that submits it, but browsers do not report which buttons do: so
/// all buttons of the form, or, if it has more than `max_form_buttons`, the first one and the next one after the field.
/// A page may also handle Return in a field without a form: then the next button after the field, in the smallest group
/// that has one. Empty if there is none, or if the list of such a field is open. `described` is the gate's description
/// of `field`.
Awaitable<Seen<std::vector<Element>>> buttons_for_return(Look look, TopLevel top, Ref field, Element described,
                                                         Parents& parents);
inline constexpr std::size_t max_form_buttons = 12;

}  // namespace interlock::a11y
