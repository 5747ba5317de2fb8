/// The files that a file manager's or chooser's window shows: its items, and its fields for a name.
#pragma once

#include <string>
#include <vector>

#include "values/observation.h"

namespace interlock::gate {

/// A field of one line, such as the ones for a name or a path.
bool is_name_field(const Element& element);
/// The text in a field, or its name if it is empty.
const std::string& text_of(const Element& element);

/// Selects, from everything in a window, what belongs into Observation::around.
bool shows_files(const Element& element);

/// From Observation::around: the names of the selected items, and the texts of the fields for a name.
std::vector<std::string> chosen_names(const std::vector<Element>& around);
std::vector<std::string> names_in_fields(const std::vector<Element>& around);

/// An item of a file manager's or chooser's list: a file or a folder.
bool is_file_item(const Element& element);

}  // namespace interlock::gate
