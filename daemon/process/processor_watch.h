/// Whether a window's program is held up because other programs have the processors.
#pragma once

#include <chrono>
#include <optional>

#include "daemon/process/processor_need.h"
#include "values/observation.h"

namespace interlock::daemon {

class ProcessorWatch {
 public:
  /// A program that has waited longer than this for a processor between two looks is held up.
  static constexpr std::chrono::milliseconds held_up{10};

  explicit ProcessorWatch(const Window& window);
  /// True if the program wants a processor now, or has waited for one since the last look. False if that is not known.
  bool look();

 private:
  pid_t program_ = 0;
  std::optional<ProcessorNeed> need_;
};

/// How long, in all since the machine was started, at least one thread has waited for a processor. From
/// /proc/pressure/cpu; nothing if the kernel does not report it.
std::optional<std::chrono::microseconds> processor_pressure();

}  // namespace interlock::daemon
