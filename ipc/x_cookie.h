/// The cookie by which clients of an X server show that they may use it, and the file in which they find it.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::ipc {

/// The name of this kind of authorization in the X protocol.
inline constexpr std::string_view x_cookie_protocol = "MIT-MAGIC-COOKIE-1";

/// 16 random bytes.
std::string new_x_cookie();

/// Writes an authority file (format: libXau) for the display of this number on this machine, readable for this user
/// alone. Replaces what the file contained.
tl::expected<void, Error> write_x_cookie(const std::string& path, int number, const std::string& cookie);

}  // namespace interlock::ipc
