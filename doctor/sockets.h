/// Connects to Unix sockets and identifies their servers.
#pragma once

#include <string>
#include <string_view>

#include "doctor/tries.h"

namespace interlock::doctor {

/// `name`: a path, or an abstract name with a leading NUL.
Tried try_connect(std::string_view name);

/// Tries whether an X server at this socket accepts us without a cookie.
Tried try_x_server(std::string_view name);

enum class Speaks { nothing, x11, dbus, other };
/// What kind of server answers at the socket `name`; `nothing` if none can be reached.
Speaks who_answers(std::string_view name);

}  // namespace interlock::doctor
