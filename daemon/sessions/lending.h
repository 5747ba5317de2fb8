/// Lends the agent socket to agents of other users, which have no other way to this desktop.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "ipc/server.h"
#include "values/error.h"

namespace interlock::daemon {

/// `names`: users, and "@group" for a group's members. The error names one that does not exist.
tl::expected<ipc::Guests, Error> guests_named(const std::vector<std::string>& names);

}  // namespace interlock::daemon
