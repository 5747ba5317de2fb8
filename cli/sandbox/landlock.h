/// Landlock: what a mount namespace cannot close.
#pragma once

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::cli {

/// From here on this process and all that it starts cannot connect to abstract Unix sockets of, or send signals to,
/// processes outside (landlock(7), ABI 6, Linux 6.12). The X server listens on an abstract socket that shares the
/// network's namespace: without this an agent with a network reaches it. The error says what is missing.
tl::expected<void, Error> close_abstract_sockets();

}  // namespace interlock::cli
