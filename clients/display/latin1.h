/// ISO 8859-1, the encoding of STRING properties.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace interlock::display {

/// Nothing: a character is not in it, or the text is not UTF-8.
std::optional<std::string> latin1_of(std::string_view utf8);
std::string utf8_of_latin1(std::string_view latin1);

}  // namespace interlock::display
