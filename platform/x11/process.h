/// What the kernel reports about a process: the program it runs, and whether it is working.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace interlock::platform::x11 {

/// Base name of the process's executable ("chromium"); its command name if the link cannot be read (another user's
/// process); empty if there is no such process on this machine.
std::string program_of(std::uint32_t pid);

struct Work {
  std::chrono::nanoseconds time{};  ///< processor time of all its threads so far
  bool asleep = false;              ///< every thread waits for something
  bool operator==(const Work&) const = default;
};
/// Nothing: there is no such process on this machine, or it cannot be read.
std::optional<Work> work_of(std::uint32_t pid);

}  // namespace interlock::platform::x11
