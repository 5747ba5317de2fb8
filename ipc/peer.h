/// Who is at the other end of a Unix socket.
#pragma once

#include <optional>

#include "ipc/server.h"

namespace interlock::ipc {

/// By SO_PEERCRED; nothing when the kernel does not say, which no connected Unix socket does.
std::optional<Peer> peer_of(int fd);

/// Our own user and root.
bool may_connect(const Peer& peer);

}  // namespace interlock::ipc
