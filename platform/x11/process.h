/// The program a process runs.
#pragma once

#include <cstdint>
#include <string>

namespace interlock::platform::x11 {

/// Base name of the process's executable ("chromium"); its command name where the link cannot be read (another user's
/// process); empty when there is no such process here.
std::string program_of(std::uint32_t pid);

}  // namespace interlock::platform::x11
