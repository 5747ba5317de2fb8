/// Lending the agent socket to agents that run as other users, who have no other way to this desktop.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "ipc/server.h"
#include "values/error.h"

namespace interlock::daemon {

/// `names`: users, and "@group" for a group's members. The error names the one that is not there.
tl::expected<ipc::Guests, Error> guests_named(const std::vector<std::string>& names);

}  // namespace interlock::daemon
