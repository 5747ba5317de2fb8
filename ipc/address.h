/// Unix socket addresses.
#pragma once

#include <optional>
#include <string>

#include <sys/un.h>

namespace interlock::ipc {

/// Returns nothing if the path is empty or too long for the kernel (107 bytes).
std::optional<sockaddr_un> unix_address(const std::string& path);

inline constexpr std::size_t max_socket_path = sizeof(sockaddr_un::sun_path) - 1;

}  // namespace interlock::ipc
