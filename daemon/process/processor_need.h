/// Whether a program wants more processor time than it gets.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

namespace interlock::daemon {

/// Of the threads of a process and of its descendants, without those that run in a terminal of their own: a terminal's
/// window is drawn by the terminal alone, whatever else is at work in it.
struct ProcessorNeed {
  /// How long they have waited for a processor since they were started, in all. What waits now counts when it has got
  /// one. Threads that have ended no longer count, so it may decrease.
  std::chrono::nanoseconds waited{0};
  bool now = false;  ///< one of them runs, or waits for a processor
};

/// From /proc/PID/task/TID (schedstat and stat). Reads at most some hundred small files, in less than 10 ms. Nothing if
/// the process has ended or the kernel does not report it.
std::optional<ProcessorNeed> processor_need(pid_t process);

}  // namespace interlock::daemon
