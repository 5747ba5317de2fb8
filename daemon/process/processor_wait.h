/// Whether a program gets the processor time that it wants.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

namespace interlock::daemon {

/// How long the threads of a process and of its descendants have waited for a processor since they were started, in
/// all: /proc/PID/task/TID/schedstat. Reads at most some hundred small files, in less than 5 ms. Nothing if the kernel
/// does not report it or the process has ended. Threads that have ended no longer count, so it may decrease.
std::optional<std::chrono::nanoseconds> processor_wait(pid_t process);

}  // namespace interlock::daemon
