/// The programs of an agent's desktop: started by this process, and all ended with it, whatever they started in turn.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include <sys/types.h>

#include "cli/desktop/places.h"
#include "values/error.h"

namespace interlock::cli {

/// One object in a process: it becomes the parent of all its descendants (prctl(2), PR_SET_CHILD_SUBREAPER), and its
/// signals SIGCHLD, SIGINT, SIGTERM and SIGHUP are taken by `next_end`.
class Programs {
 public:
  explicit Programs(std::string log_folder);
  /// Ends all descendants: by SIGTERM, the last started first, and by SIGKILL what is left after two seconds.
  ~Programs();
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  /// Starts a program with exactly these variables, in a process group of its own; its output goes to a file `name` in
  /// the log folder. It gets SIGTERM if this process is killed.
  tl::expected<pid_t, Error> start(const std::string& name, const std::vector<std::string>& command,
                                   const Variables& variables);
  /// The same for a program that uses this process's terminal: in its process group, with its input and output.
  tl::expected<pid_t, Error> start_here(const std::vector<std::string>& command, const Variables& variables);

  struct End {
    pid_t pid = 0;  ///< 0: this process got a signal
    int code = 0;   ///< exit code, or 128 and the number of the signal
  };
  /// Waits until a program of `start` or `start_here` ends or a signal comes; nothing: not within `limit`.
  std::optional<End> next_end(std::optional<std::chrono::milliseconds> limit = std::nullopt);

  /// The last line that a program wrote; empty if there is none.
  std::string last_line(const std::string& name) const;

 private:
  tl::expected<pid_t, Error> launch(const std::vector<std::string>& command, const Variables& variables, int output);

  std::string log_folder_;
  std::vector<pid_t> started_;  ///< and not ended yet
};

/// Runs `work` in a child process and returns its result, an exit code. The child gets this process's signals, and
/// SIGTERM if this process is killed: a `Programs` in it then still ends everything, which its owner could not do if it
/// were killed itself.
int in_child(const std::function<int()>& work);

}  // namespace interlock::cli
