/// Who is at the other end of a Unix socket.
#pragma once

#include <optional>

#include "ipc/server.h"

namespace interlock::ipc {

/// By SO_PEERCRED; nothing when the kernel does not say, which no connected Unix socket does.
std::optional<Peer> peer_of(int fd);

/// Our own user, root, and the guests; `fd` is the peer's connection.
bool may_connect(const Peer& peer, int fd, const Guests& guests = {});

}  // namespace interlock::ipc
