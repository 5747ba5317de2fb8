/// Landlock, for what a mount namespace cannot restrict.
#pragma once

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::cli {

/// From now on this process and its children cannot connect to abstract Unix sockets of, or send signals to, processes
/// outside (landlock(7), ABI 6, Linux 6.12). Abstract sockets, such as the X server's, belong to the network namespace:
/// without this an agent with a network can reach them. The error says what is missing.
tl::expected<void, Error> close_abstract_sockets();

}  // namespace interlock::cli
