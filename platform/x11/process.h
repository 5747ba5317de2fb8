/// What the kernel says of a process: the program it runs, whether it is at work.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace interlock::platform::x11 {

/// Base name of the process's executable ("chromium"); its command name where the link cannot be read (another user's
/// process); empty when there is no such process here.
std::string program_of(std::uint32_t pid);

struct Work {
  std::chrono::nanoseconds time{};  ///< of the processors, used by all of its threads so far
  bool asleep = false;              ///< every thread waits for something
  bool operator==(const Work&) const = default;
};
/// Nothing: there is no such process here, or it may not be looked at.
std::optional<Work> work_of(std::uint32_t pid);

}  // namespace interlock::platform::x11
