/// Processes as the kernel reports them in /proc, and their login sessions. Free functions, any thread.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "values/known.h"

namespace interlock::platform {

/// Time since the machine started (CLOCK_BOOTTIME). The kernel stamps the start of a process with it, in steps of 10
/// ms.
using SinceBoot = std::chrono::milliseconds;
SinceBoot since_boot();

struct ProcessFacts {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t group = 0;
  pid_t session = 0;
  unsigned terminal = 0;  ///< device number of the controlling terminal; 0: it has none
  pid_t foreground = -1;  ///< the foreground process group of that terminal; -1: it has none
  SinceBoot started{};    ///< rounded down to 10 ms
  uid_t user = 0;
  std::string name;        ///< the command name, as `ps` shows it
  std::string executable;  ///< the path of its program; empty if it cannot be read
};

/// Nothing: there is no such process, or it cannot be read.
std::optional<ProcessFacts> process_facts(pid_t pid);

/// The process and its ancestors, nearest first, without process 1. The parent of the last one is process 1, or 0 if it
/// entered this process namespace from outside. Nothing: one of them could not be read.
std::optional<std::vector<ProcessFacts>> ancestry_of(pid_t pid);

/// "pts/3", "tty2"; empty for 0 and for devices that are neither.
std::string terminal_name(unsigned device);
/// Whether it is a virtual console of the kernel (tty1 to tty63), into which no program of a display can type.
bool is_console(unsigned device);

/// Whether the process has the master side of this pseudo terminal open, that is, whether it is the terminal emulator.
bool holds_terminal(pid_t pid, unsigned device);

/// The process's environment variable, as it was when the program started. `none`: it is not set.
Known<std::string> environment_of(pid_t pid, const std::string& variable);

/// Whether the process has loaded one of these libraries, by the beginning of the file's name: "libgtk-4.so". False if
/// it cannot be read.
bool has_loaded(pid_t pid, std::span<const std::string_view> libraries);

/// The host from which the login session of the process was opened over the network, as the login manager reports it;
/// empty if the process belongs to no such session, or if the host is this machine.
std::string remote_login_of(pid_t pid);

/// Whether `program` (ProcessFacts::executable) also runs as a descendant of one of `roots`.
bool runs_below(const std::string& program, const std::set<pid_t>& roots);

}  // namespace interlock::platform
