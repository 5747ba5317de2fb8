/// The cookie by which clients of the display show that they may use it, and the file in which they find it.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::display {

/// 16 random bytes.
std::string new_cookie();
/// Writes an authority file (Xau format) for the display, for this user only.
tl::expected<void, Error> write_cookie(const std::string& path, int number, const std::string& cookie);

}  // namespace interlock::display
