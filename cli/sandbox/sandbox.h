/// What an agent finds when `interlockctl run` starts it: system files to read, folders that were named, one socket,
/// and no other way to the desktop. Values in, a command line for bubblewrap out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::cli {

struct Confined {
  std::vector<std::string> command;     ///< the agent and its arguments
  std::vector<std::string> binds;       ///< folders and files that it may read and write
  std::vector<std::string> reads = {};  ///< folders and files that it may only read
  bool network = false;
};

/// Where things are outside. All paths absolute and without links, but for `hidden`.
struct Outside {
  std::string agent_socket;
  std::string agent_folder = {};  ///< holds that socket alone, also a later one; empty: the socket is given by itself
  std::string home;
  std::string folder;                ///< where the agent is started from
  unsigned user = 0;                 ///< its number
  std::vector<std::string> hidden;   ///< folders that must not be reached: sockets, policy, audit log
  std::vector<std::string> secrets;  ///< files that must not be read
  std::string xdotool;               ///< the guarded xdotool's file, to be first on the agent's PATH; empty: none
  std::string path;                  ///< PATH
  /// The system's top folders that are links where /usr is one file system: {"/bin", "usr/bin"}.
  std::vector<std::pair<std::string, std::string>> links;
};

/// Descriptors that bubblewrap inherits. One digit each: POSIX shells need know no more.
inline constexpr int info_fd = 3;   ///< it tells the sandbox's first process here, before the sandbox is made
inline constexpr int ready_fd = 4;  ///< a line, when it is made and the agent could start
inline constexpr int go_fd = 5;     ///< the agent starts when a line can be read here

/// bubblewrap's arguments, without its own name. An error when what is asked would open a hole, or when the agent's
/// program could not be found inside.
tl::expected<std::vector<std::string>, Error> sandbox_arguments(const Confined& confined, const Outside& outside);

}  // namespace interlock::cli
