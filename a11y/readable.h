/// Which texts of an element are read for its value and for a dialog's message, and in which format.
#pragma once

#include <string>

#include "values/observation.h"

namespace interlock::a11y {

inline constexpr std::size_t max_ancestors = 12;  ///< that an element is described with

/// By its role, or by the type that a browser reports. Its value is never read.
bool is_password(const Element& element);
/// Its value is a number of the Value interface.
bool has_number(Role role);
/// Its text belongs to a dialog's message.
bool is_static(Role role);

/// The shortest text that reads back as the same number.
std::string number_text(double number);
/// Without the object replacement characters (U+FFFC) that represent children.
std::string without_objects(std::string text);

}  // namespace interlock::a11y
