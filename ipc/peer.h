/// The process at the other end of a Unix socket.
#pragma once

#include <optional>

#include "ipc/server.h"

namespace interlock::ipc {

/// By SO_PEERCRED; returns nothing if the kernel does not report it, which does not happen for a connected Unix socket.
std::optional<Peer> peer_of(int fd);

/// True for our own user, root, and the guests; `fd` is the peer's connection.
bool may_connect(const Peer& peer, int fd, const Guests& guests = {});

}  // namespace interlock::ipc
