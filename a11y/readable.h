/// What is read of an element for its value and for a dialog's message, and how that is written down.
#pragma once

#include <string>

#include "values/observation.h"

namespace interlock::a11y {

inline constexpr std::size_t max_ancestors = 12;  ///< that an element is described with

/// By its role, or by the type that a browser tells. Its value is never read.
bool is_password(const Element& element);
/// Its value is a number of the Value interface.
bool has_number(Role role);
/// Its text is what a dialog says.
bool is_static(Role role);

/// As short as it can be read back.
std::string number_text(double number);
/// Without the object replacement characters (U+FFFC) that stand for children.
std::string without_objects(std::string text);

}  // namespace interlock::a11y
