/// What acts when it is pressed: controls by their role, and whatever else reacts to a click, Return or Space.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "values/observation.h"

namespace interlock::gate {

/// What a press on an element is judged as.
struct Control {
  std::string_view label;  ///< what it says; empty where it says nothing
  bool plain = false;      ///< a short text or a picture of which nobody says whether it reacts by itself
};

/// Nothing where a press only chooses, switches, gives the focus or does nothing. A long text is no label: a card or a
/// row with much text in it is opened by a click, and what it says is not what the click does.
std::optional<Control> control_of(const Element& element, bool in_page);

/// What an element is called, for sentences and labels: its name, else its label, its text or its description.
std::string_view called(const Element& element);

}  // namespace interlock::gate
