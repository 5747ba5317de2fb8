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

/// Whether other programs had the processors since this object was made.
class Contention {
 public:
  /// Reads one small file if the kernel reports the pressure on its processors (PSI); else what the window's program
  /// needs, which takes some milliseconds. `pressure`: that file.
  explicit Contention(const Window& window, const char* pressure = "/proc/pressure/cpu");
  /// True if, for longer than this, a thread waited for a processor. Without PSI: if the window's program was held up.
  bool exceeds(std::chrono::microseconds time);

 private:
  const char* file_;
  std::optional<std::chrono::microseconds> pressure_;
  std::optional<ProcessorWatch> program_;  ///< without PSI
};

}  // namespace interlock::daemon
