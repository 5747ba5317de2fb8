/// Serves the page and its calls over HTTP, and gives out one-time links over a Unix socket. One thread for
/// connections; calls to interlockd wait on others.
#pragma once

#include <tl/expected.hpp>

#include "clients/console/settings.h"
#include "values/error.h"

namespace interlock::console {

/// Serves until SIGTERM or SIGINT. Returns an error if it cannot start.
tl::expected<void, Error> serve(const Settings& settings);

}  // namespace interlock::console
