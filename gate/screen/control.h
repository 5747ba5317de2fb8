/// Elements that act when they are pressed: controls by their role, and others that react to a click, Return or Space.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "values/observation.h"

namespace interlock::gate {

/// How a press on an element is judged.
struct Control {
  std::string_view label;  ///< its text; may be empty
  bool plain = false;      ///< a short text or a picture; it is not known whether it reacts itself
};

/// Nothing if a press only selects, switches, gives the focus or has no effect. A long text is not a label: a card or a
/// row with much text is opened by a click, and its text does not describe what the click does.
std::optional<Control> control_of(const Element& element, bool in_page);

/// A row of the desktop's settings, which may be a command: "Remove User...".
std::optional<Control> command_in_row(const Element& element);

/// A row of a list that is written as a command is, in capitals or with an ellipsis: "Leave Room", "Add User...". In
/// lists of messages, files and songs such a row is a title.
std::optional<Control> command_by_its_form(const Element& element);

/// What may be around an option in the list that a combo box opened; in GTK 4 this is much layout.
bool is_of_opened_list(Role role);

/// A list item in a list that opens, as Qt and GTK 4 show it: a click or Return on it chooses it.
bool is_option_of_combo(const Element& element);

/// An element's name for sentences and labels: its name, else its label, its text or its description.
std::string_view called(const Element& element);

}  // namespace interlock::gate
