/// Runs a user's program for one question: the question is its standard input, the answer its standard output. Only the
/// calling coroutine waits for it. On the daemon's loop.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace interlock::daemon {

struct CommandEnd {
  enum class How { exited, timed_out, too_much, not_started };
  How how = How::not_started;
  int code = 0;        ///< for exited: its exit code, or 128 and the signal that ended it
  std::string output;  ///< for exited: all of it
  std::string why;     ///< for not_started
};

/// Runs `arguments` (the first is the program's absolute path; no shell) in the folder "/" and in its own process
/// group. The group is killed when the program ends, when the `deadline` has passed, when it writes more than
/// `most_output` bytes, and when the coroutine is destroyed. Processes that left the group are found and ended a moment
/// later (daemon/process/orphans.h). Standard error is the daemon's.
boost::asio::awaitable<CommandEnd> run_command(std::vector<std::string> arguments, std::string input,
                                               std::chrono::milliseconds deadline, std::size_t most_output);

}  // namespace interlock::daemon
