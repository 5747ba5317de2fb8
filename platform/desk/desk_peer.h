/// Whether the process at the other end of the desk's socket may be a desk.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "desks/wire/messages.h"

namespace interlock::platform::desk_line {

/// By the kernel's word about the connected socket `fd`: our own user, an executable of `programs`, and our own process
/// namespace (sandboxes of agents have others). Nothing: it may; else the answer to it.
std::optional<interlock::desk::Failure> refuse_peer(int fd, const std::vector<std::string>& programs);

}  // namespace interlock::platform::desk_line
