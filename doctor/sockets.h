/// Connecting to Unix sockets and seeing who is there.
#pragma once

#include <string>
#include <string_view>

#include "doctor/tries.h"

namespace interlock::doctor {

/// `name`: a path, or an abstract name with a leading NUL.
Tried try_connect(std::string_view name);

/// Whether an X server there lets us in without a cookie.
Tried try_x_server(std::string_view name);

enum class Speaks { nothing, x11, dbus, other };
/// Who answers at the socket `name`; `nothing` when nobody can be reached.
Speaks who_answers(std::string_view name);

}  // namespace interlock::doctor
