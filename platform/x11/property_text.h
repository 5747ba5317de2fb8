/// Text in window properties: bytes that any client may have written, made into valid UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace interlock::platform::x11 {

/// Keeps valid UTF-8; each byte that is not part of it becomes U+FFFD. Ends at the first NUL.
std::string utf8_property(std::string_view bytes);
/// Text of ISO 8859-1, as the type STRING requires. Ends at the first NUL.
std::string latin1_property(std::string_view bytes);
/// The class in a WM_CLASS property ("instance\0class\0"); empty if there is none.
std::string class_property(std::string_view bytes);

}  // namespace interlock::platform::x11
