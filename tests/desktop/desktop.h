/// A real desktop for one test: its own X server, buses, window manager and notification server (scripts/desktop).
/// For tests and benchmarks only.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace interlock::test {

/// A child process in its own process group, killed with its group when destroyed.
class Process {
 public:
  using Environment = std::map<std::string, std::string>;
  /// Starts `command` (found on PATH) with exactly `environment`; stdout and stderr go to `log` (or /dev/null), and
  /// `inherited` become its descriptors 3, 4, ...
  static Process start(const std::vector<std::string>& command, const Environment& environment,
                       const std::string& log = "", const std::vector<int>& inherited = {});
  Process() = default;
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  ~Process();

  pid_t pid() const { return pid_; }
  bool running();
  void signal(int number);  ///< to the process group; returns after SIGSTOP when the process has stopped
  int wait();               ///< exit code, or 128 + signal
  void kill();              ///< SIGCONT, SIGKILL, wait

 private:
  pid_t pid_ = -1;
};

struct DesktopOptions {
  std::string notifier = "none";
  bool window_manager = true;
  bool accessibility = true;
  bool real_devices = false;  ///< with a mouse and keyboard that a Human uses (tests/desktop/human.h)
};

class Desktop {
 public:
  explicit Desktop(const DesktopOptions& options = {});  ///< throws std::runtime_error with the script's message
  ~Desktop();
  Desktop(const Desktop&) = delete;
  Desktop& operator=(const Desktop&) = delete;

  const Process::Environment& environment() const { return environment_; }  ///< DISPLAY, DBUS_..., PATH, HOME, LANG
  const std::string& display() const { return environment_.at("DISPLAY"); }
  const std::string& dir() const { return dir_; }  ///< scratch folder, removed at the end
  /// Sets the desktop's variables in this process's own environment (sd-bus and Xlib read them there).
  void adopt() const;

  Process start(const std::vector<std::string>& command, const Process::Environment& extra = {});
  /// Runs a command to its end and returns its standard output; throws if it fails.
  std::string output(const std::vector<std::string>& command) const;
  /// This desktop's processes whose command line contains `part`.
  std::vector<pid_t> processes(const std::string& part) const;
  /// Its processes, each with its state and what it waits for in the kernel, and the ends of the logs: for the message
  /// of a test that waited in vain.
  std::string state() const;

 private:
  std::string dir_;
  Process::Environment environment_;
};

/// A timeout that is longer than anything takes on a busy machine. Waits end when the condition is true, so only a
/// failing test takes this long.
inline constexpr std::chrono::seconds patience{180};
/// Calls `condition` every 5 ms, and less often the longer it waits (every 50 ms at least), until it is true or the
/// time is over; returns whether it is true.
bool eventually(const std::function<bool()>& condition, std::chrono::milliseconds limit = patience);
std::string read_file(const std::string& path);  ///< empty if it does not exist

}  // namespace interlock::test
